import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { commentText, safeName, typeText } from "./type-text.ts";

/** A TypeScript type for every enum, input and object of the schema, in the order of their names. */
export function typesFile(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__") && !roots.has(name));
  types.sort((one, other) => (one.name < other.name ? -1 : 1));
  return types.flatMap((type) => typeDeclaration(type) ?? []).join("\n");
}

const roots = new Set(["Query", "Mutation"]);

function typeDeclaration(type: GraphQLNamedType): string | undefined {
  if (isEnumType(type)) return enumDeclaration(type);
  if (isInputObjectType(type)) return interfaceDeclaration(type, Object.values(type.getFields()).map(inputMember));
  if (isObjectType(type)) return interfaceDeclaration(type, Object.values(type.getFields()).map(outputMember));
  return undefined;
}

function enumDeclaration(type: GraphQLEnumType): string {
  const values = type.getValues().map(({ name }) => JSON.stringify(name));
  return `${commentText(type.description)}export type ${safeName(type.name)} = ${values.join(" | ")};\n`;
}

function interfaceDeclaration({ name, description }: GraphQLNamedType, members: readonly string[]): string {
  return `${commentText(description)}export interface ${safeName(name)} {\n${members.join("")}}\n`;
}

function inputMember({ name, description, type }: GraphQLInputField): string {
  const text = typeText(type, safeName);
  const member = isNonNullType(type) ? `${name}: ${text}` : `${name}?: ${text} | undefined`;
  return `${commentText(description, "  ")}  readonly ${member};\n`;
}

function outputMember({ name, description, type }: GraphQLField<unknown, unknown>): string {
  return `${commentText(description, "  ")}  readonly ${name}: ${typeText(type, safeName)};\n`;
}
