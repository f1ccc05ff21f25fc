import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import type { Client } from "./test-platform.ts";

/** The schema as a server tells it. */
export async function servedSchema(client: Client): Promise<GraphQLSchema> {
  return buildClientSchema(await client.data<IntrospectionQuery>(getIntrospectionQuery()));
}

/** The members of an object or input type with their types; the values of an enum. */
export function membersOf(schema: GraphQLSchema, name: string): Record<string, string> | string[] {
  const type = schema.getType(name);
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${name} has no members.`);
  return Object.fromEntries(Object.values(type.getFields()).map((field) => [field.name, String(field.type)]));
}

/** The signatures of the root fields that are named after a resource. */
export function operationsOf(
  schema: GraphQLSchema,
  root: "Query" | "Mutation",
  prefix: string,
): Record<string, string> {
  const type = root === "Query" ? schema.getQueryType() : schema.getMutationType();
  const own = Object.values(type?.getFields() ?? {}).filter((field) => field.name.startsWith(prefix));
  const signature = (args: (typeof own)[number]["args"]) => args.map((arg) => `${arg.name}: ${arg.type}`).join(", ");
  return Object.fromEntries(own.map((field) => [field.name, `(${signature(field.args)}): ${field.type}`]));
}
