import {
  type FieldNode,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isNullableType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type TypeNode,
  type VariableDefinitionNode,
} from "graphql";
import { safeName, typeText } from "./type-text.ts";

/** The type of what a selection on an object type gives back; fragments stand in it by their names. */
export function resultType(schema: GraphQLSchema, typeName: string, { selections }: SelectionSetNode): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} is no object type.`);
  const members: string[] = [];
  const parts: string[] = [];
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) parts.push(part(selection, safeName(selection.name.value)));
    else if (selection.kind === Kind.INLINE_FRAGMENT) {
      parts.push(part(selection, resultType(schema, typeName, selection.selectionSet)));
    } else members.push(member(schema, selection, type.getFields()[selection.name.value]?.type));
  }
  return [...(members.length > 0 ? [`{ ${members.join(" ")} }`] : []), ...parts].join(" & ");
}

function member(schema: GraphQLSchema, field: FieldNode, type: GraphQLOutputType | undefined): string {
  const key = field.alias?.value ?? field.name.value;
  const mark = isConditional(field) ? "?" : "";
  if (field.name.value === "__typename") return `readonly ${key}${mark}: string;`;
  if (!type) throw new Error(`There is no field ${field.name.value}.`);
  const { selectionSet } = field;
  const text = typeText(type, (name) => {
    if (selectionSet) return `(${resultType(schema, name, selectionSet)})`;
    return isEnumType(getNamedType(type)) ? `types.${safeName(name)}` : "unknown";
  });
  return `readonly ${key}${mark}: ${text};`;
}

/** What a fragment brings: all of it, or nothing where that is told at run time. */
function part(fragment: SelectionNode, text: string): string {
  return isConditional(fragment) ? `Partial<${text}>` : text;
}

function isConditional({ directives = [] }: SelectionNode): boolean {
  return directives.some(({ name }) => name.value === "include" || name.value === "skip");
}

/** The type of what an operation takes. */
export function variablesType(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): string {
  if (variableDefinitions.length === 0) return "Record<string, never>";
  return `{ ${variableDefinitions.map((definition) => variable(schema, definition)).join(" ")} }`;
}

function variable(schema: GraphQLSchema, { variable: { name }, type, defaultValue }: VariableDefinitionNode): string {
  const isRequired = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
  const text = typeText(variableType(schema, type), (typeName) => `types.${safeName(typeName)}`);
  return isRequired ? `readonly ${name.value}: ${text};` : `readonly ${name.value}?: ${text} | undefined;`;
}

function variableType(schema: GraphQLSchema, node: TypeNode): GraphQLType {
  if (node.kind === Kind.LIST_TYPE) return new GraphQLList(variableType(schema, node.type));
  if (node.kind === Kind.NON_NULL_TYPE) {
    const type = variableType(schema, node.type);
    return isNullableType(type) ? new GraphQLNonNull(type) : type;
  }
  const type = schema.getType(node.name.value);
  if (!type) throw new Error(`There is no type ${node.name.value}.`);
  return type;
}
