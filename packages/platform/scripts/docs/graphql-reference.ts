import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from "graphql";

const opening = `# GraphQL reference

Every operation and type of the [example](../examples/helpdesk/README.md), made from its schema by \`npm run docs\`. Yours has the same with the names of
your contexts in place of \`tickets\`, \`documentation\`, \`customers\` and \`manuals\`; the explorer of the [web frontend](web.md) shows it. How the parts work
together is in [the API](api.md).
`;

/** docs/graphql.md: what can be asked, and every type of it. */
export function graphqlReference(sdl: string): string {
  const schema = buildSchema(sdl);
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
  const types = Object.values(schema.getTypeMap())
    .filter(
      (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    opening,
    ...roots.map((root) => `## ${root === schema.getQueryType() ? "Queries" : "Mutations"}\n\n${operations(root)}`),
    "## Types\n",
    ...types.map((type) => `### ${type.name}\n\n${kindOf(type)}. ${oneLine(type.description)}\n${members(type)}`),
  ].join("\n");
}

function operations(root: GraphQLObjectType): string {
  return `${Object.values(root.getFields()).map(operation).join("\n")}\n`;
}

function operation(field: GraphQLField<unknown, unknown>): string {
  const head = `- \`${field.name}${parameters(field.args)}: ${field.type}\`: ${oneLine(field.description)}`;
  return [head, ...field.args.map((each) => `  - \`${each.name}\`: ${oneLine(each.description)}`)].join("\n");
}

function parameters(list: readonly GraphQLArgument[]): string {
  return list.length === 0 ? "" : `(${list.map(inputText).join(", ")})`;
}

function members(type: GraphQLNamedType): string {
  if (isScalarType(type)) return "";
  return `\n${memberLines(type).join("\n")}\n`;
}

function memberLines(type: GraphQLNamedType): readonly string[] {
  if (isEnumType(type)) return type.getValues().map((value) => line(value.name, value.description));
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => line(inputText(field), field.description));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).map((field) =>
    line(`${field.name}${parameters(field.args)}: ${field.type}`, field.description),
  );
}

function line(code: string, description: string | null | undefined): string {
  return `- \`${code}\`: ${oneLine(description)}`;
}

function inputText({ name, type, defaultValue }: GraphQLArgument | GraphQLInputField): string {
  return `${name}: ${type}${defaultValue === undefined ? "" : ` = ${JSON.stringify(defaultValue)}`}`;
}

function kindOf(type: GraphQLNamedType): string {
  if (isEnumType(type)) return "Enum";
  if (isInputObjectType(type)) return "Input";
  return isScalarType(type) ? "Scalar" : "Type";
}

function oneLine(description: string | null | undefined): string {
  return (description ?? "").replaceAll(/\s+/g, " ").trim();
}
