import { type GraphQLType, isListType, isNonNullType, isScalarType } from "graphql";

const scalars: Readonly<Record<string, string>> = {
  ID: "string",
  String: "string",
  Date: "string",
  Int: "number",
  Float: "number",
  Boolean: "boolean",
  JSON: "unknown",
};

/** Words that can't be the name of a type or a constant. */
const takenWords = new Set([
  ...[
    "any",
    "unknown",
    "never",
    "number",
    "bigint",
    "boolean",
    "string",
    "symbol",
    "void",
    "object",
    "undefined",
    "null",
  ],
  ...["break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum"],
  ...["export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "new", "return"],
  ...["super", "switch", "this", "throw", "true", "try", "typeof", "var", "while", "with", "let", "static", "yield"],
  ...["implements", "interface", "package", "private", "protected", "public", "await", "async"],
]);

/** The name in TypeScript of something that is called so in the schema. */
export function safeName(name: string): string {
  return takenWords.has(name) ? `${name}_` : name;
}

/** `nameOf` says what stands for a type that is no scalar. */
export function typeText(type: GraphQLType, nameOf: (name: string) => string): string {
  if (isNonNullType(type)) return requiredText(type.ofType, nameOf);
  return `${requiredText(type, nameOf)} | null`;
}

function requiredText(type: GraphQLType, nameOf: (name: string) => string): string {
  if (isListType(type)) return `readonly (${typeText(type.ofType, nameOf)})[]`;
  if (isNonNullType(type)) return requiredText(type.ofType, nameOf);
  return isScalarType(type) ? (scalars[type.name] ?? "unknown") : nameOf(String(type));
}

/** A description as a comment in front of what it is about. */
export function commentText(description: string | null | undefined, indent = ""): string {
  if (!description) return "";
  return `${indent}/** ${description.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " ")} */\n`;
}
