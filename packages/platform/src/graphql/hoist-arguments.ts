import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";

export type Variables = Readonly<Record<string, unknown>>;

export interface HoistedDocument {
  /** In it every argument of a field is a variable of its own. */
  readonly document: DocumentNode;
  /** The values of those variables; undefined when one of them is not valid, which is for the interpreter to report. */
  values(variables: Variables): Variables | undefined;
}

/**
 * Takes the arguments out of a valid document, for graphql-jit. It writes literals into the code that it generates, where
 * a text can be made to run; it reads a missing variable inside a literal as null, which empties fields that should
 * stay; and it never comes to an end with input types that contain themselves, as filters do.
 */
export function hoistArguments(schema: GraphQLSchema, document: DocumentNode): HoistedDocument {
  const slots: Slot[] = [];
  const types = new TypeInfo(schema);
  const hoist = (argument: ArgumentNode): ArgumentNode => {
    const type = types.getFieldDef()?.args.find((each) => each.name === argument.name.value)?.type;
    if (!type) throw new Error(`The argument ${argument.name.value} is unknown.`);
    // A client can't choose this name: GraphQL's have no dollar sign.
    const slot: Slot = { name: `$${slots.length}`, type, node: argument.value };
    slots.push(slot);
    return { ...argument, value: variable(slot) };
  };
  const hoisted: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, {
      Field: { leave: (field): FieldNode => ({ ...field, arguments: (field.arguments ?? []).map(hoist) }) },
    }),
  );
  return { document: withSlots(hoisted, slots), values: valuesOf(slots) };
}

/** What the compiler is to see of the schema: it also finds the type of the variables that stand for arguments. */
export function compilerSchema(schema: GraphQLSchema): GraphQLSchema {
  return Object.create(schema, {
    getType: { value: (name: string) => (name === readyType.name.value ? ready : schema.getType(name)) },
  });
}

interface Slot {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly node: ValueNode;
}

const ready = new GraphQLScalarType({ name: "Ready", description: "A value that was checked already." });
const readyType: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: "$Ready" } };

function valuesOf(slots: readonly Slot[]): HoistedDocument["values"] {
  const [changing, fixed] = [slots.filter(hasVariables), slots.filter((slot) => !hasVariables(slot))];
  const constants = evaluate(fixed, {});
  return (variables) => {
    const values = constants && evaluate(changing, variables);
    return values && { ...constants, ...values };
  };
}

function evaluate(slots: readonly Slot[], variables: Variables): Variables | undefined {
  const values: Record<string, unknown> = {};
  for (const { name, type, node } of slots) {
    if (node.kind === Kind.VARIABLE && !Object.hasOwn(variables, node.name.value)) continue;
    const value = valueFromAST(node, type, variables);
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}

function hasVariables({ node }: Slot): boolean {
  let isFound = false;
  visit(node, {
    Variable: () => {
      isFound = true;
    },
  });
  return isFound;
}

/** Of the client's own variables only those stay that directives hang on, which the compiler wants to see declared. */
function withSlots(document: DocumentNode, slots: readonly Slot[]): DocumentNode {
  const declared = slots.map(
    (slot): VariableDefinitionNode => ({ kind: Kind.VARIABLE_DEFINITION, variable: variable(slot), type: readyType }),
  );
  const declare = (operation: OperationDefinitionNode): OperationDefinitionNode => ({
    ...operation,
    variableDefinitions: [...(operation.variableDefinitions ?? []).filter(isBoolean), ...declared],
  });
  return {
    ...document,
    definitions: document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? declare(definition) : definition,
    ),
  };
}

function isBoolean({ type }: VariableDefinitionNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && named.name.value === "Boolean";
}

function variable({ name, node }: Slot): VariableNode {
  const place = node.loc && { loc: node.loc };
  return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name }, ...place };
}
