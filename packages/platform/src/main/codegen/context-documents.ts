import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from "graphql";
import type { Resource } from "../../definitions/resource.ts";

/** The name of the fragment with every plain field of a context's items. */
function itemFragment({ id }: Resource): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}Item`;
}

/** The operations on the items of each context, and a fragment with the fields of an item, as GraphQL. */
export function contextDocuments(schema: GraphQLSchema, contexts: readonly Resource[]): string {
  const items = new Map(contexts.map((context) => [context.names.type, itemFragment(context)]));
  return contexts.flatMap((context) => documentsOf(schema, context, items)).join("\n\n");
}

function documentsOf(
  schema: GraphQLSchema,
  { names, search }: Resource,
  items: ReadonlyMap<string, string>,
): readonly string[] {
  const type = schema.getType(names.type);
  if (!isObjectType(type)) throw new Error(`${names.type} is no object type.`);
  const queries = [
    names.byId,
    names.one,
    names.pagination,
    names.statistics,
    ...(search ? [search.names.vectorSearch] : []),
  ];
  const mutations = [names.createOne, names.updateOneById, names.removeOneById];
  const operation = (kind: "query" | "mutation", root: GraphQLObjectType | null | undefined) => (name: string) => {
    const field = root?.getFields()[name];
    if (!field) throw new Error(`There is no ${kind} ${name}.`);
    return operationText(kind, field, items);
  };
  return [
    `fragment ${items.get(names.type)} on ${names.type} { ${plainFields(type).join(" ")} }`,
    ...queries.map(operation("query", schema.getQueryType())),
    ...mutations.map(operation("mutation", schema.getMutationType())),
  ];
}

function operationText(
  kind: "query" | "mutation",
  field: GraphQLField<unknown, unknown>,
  items: ReadonlyMap<string, string>,
): string {
  const variables = field.args.map(({ name, type }) => `$${name}: ${type}`).join(", ");
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(", ");
  const selection = selectionOf(getNamedType(field.type), items);
  return `${kind} ${field.name}(${variables}) { ${field.name}(${given})${selection} }`;
}

/** Items by their fragment; what is around them in full. */
function selectionOf(type: ReturnType<typeof getNamedType>, items: ReadonlyMap<string, string>): string {
  if (!isObjectType(type)) return "";
  const item = items.get(type.name);
  if (item !== undefined) return ` { ...${item} }`;
  const objects = Object.values(type.getFields()).filter((field) => isObjectType(getNamedType(field.type)));
  const parts = objects.map((field) => `${field.name}${selectionOf(getNamedType(field.type), items)}`);
  return ` { ${[...plainFields(type), ...parts].join(" ")} }`;
}

function plainFields(type: GraphQLObjectType): readonly string[] {
  return Object.values(type.getFields())
    .filter((field) => !isObjectType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);
}
