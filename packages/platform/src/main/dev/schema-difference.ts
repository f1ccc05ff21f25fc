import { type GraphQLArgument, type GraphQLSchema, isEnumType, isInputObjectType, isObjectType } from "graphql";

/** A line for every field, argument and value of the schema, in the order of their names. */
export function schemaMembers(schema: GraphQLSchema): readonly string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const lines = types.flatMap((type) => {
    if (isEnumType(type)) return type.getValues().map((value) => `${type.name}.${value.name}`);
    if (isInputObjectType(type))
      return Object.values(type.getFields()).map((field) => `${type.name}.${field.name}: ${field.type}`);
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).map(
      (field) => `${type.name}.${field.name}${signature(field.args)}: ${field.type}`,
    );
  });
  return lines.toSorted();
}

function signature(args: readonly GraphQLArgument[]): string {
  return args.length === 0 ? "" : `(${args.map(({ name, type }) => `${name}: ${type}`).join(", ")})`;
}

export interface SchemaDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function schemaDifference(before: readonly string[], after: readonly string[]): SchemaDifference {
  const [was, is] = [new Set(before), new Set(after)];
  return { added: after.filter((line) => !was.has(line)), removed: before.filter((line) => !is.has(line)) };
}
