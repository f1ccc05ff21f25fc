import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildSchema, type GraphQLSchema, isInputObjectType, isRequiredInputField, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";
import { exampleOperations } from "../../src/features/explorer/example-operations.ts";
import { itemDocuments } from "../../src/features/items/documents.ts";
import type { Operation } from "../../src/shared/api/request.ts";
import type { RecordKind } from "../../src/shared/records/record-kind.ts";
import { contextsOf } from "../support/contexts-of.ts";

const sdl = resolve(import.meta.dirname, "../../../../packages/platform/test/unit/generated/helpdesk.schema.graphql");
const schema: GraphQLSchema = buildSchema(readFileSync(sdl, "utf8"));
const contexts = contextsOf(schema);

const modules = import.meta.glob<Record<string, unknown>>("../../src/**/*queries.ts", { eager: true });
const operations = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter((entry): entry is [string, Operation<unknown, unknown>] => isOperation(entry[1]))
    .map(([name, { document }]) => ({ name: `${path.replace("../../src/", "")} ${name}`, document })),
);

const kinds = Object.values(modules).flatMap((exported) => Object.values(exported).filter(isKind));

describe("The GraphQL documents fit the schema", () => {
  test("of which there are many", () => {
    expect(operations.length).toBeGreaterThan(25);
    expect(kinds.length).toBe(7);
  });

  test.for(operations)("$name", ({ document }) => {
    expect(problemsOf(document)).toEqual([]);
  });

  test.for(kinds)("what every input of $key must have is what the schema requires", ({ required, update }) => {
    const [, input = ""] = /\$input: (\w+)!/.exec(update.document) ?? [];
    const type = schema.getType(input);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];

    expect(required.toSorted()).toEqual(
      fields
        .filter(isRequiredInputField)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  test.for(contexts)("those that are made for the context $id", (context) => {
    const { page, removeMany, updateMany, ...fixed } = itemDocuments(context);
    const documents = [...Object.values(fixed), page(["id", "createdAt"]), removeMany(40), updateMany(40)];

    expect(documents.flatMap(problemsOf)).toEqual([]);
  });

  test.for(contexts)("the examples for the context $id", (context) => {
    expect(exampleOperations([context]).flatMap(({ query }) => problemsOf(query))).toEqual([]);
  });

  test("changes of many items stay within the platform's limit of 2,000 tokens", () => {
    const lengths = contexts.map((context) => parse(itemDocuments(context).updateMany(40), { maxTokens: 2000 }));

    expect(lengths).toHaveLength(contexts.length);
  });
});

function problemsOf(document: string): readonly string[] {
  return validate(schema, parse(document)).map(({ message }) => message);
}

function isOperation(value: unknown): value is Operation<unknown, unknown> {
  return typeof value === "object" && value !== null && "document" in value && typeof value.document === "string";
}

function isKind(value: unknown): value is RecordKind<unknown, Readonly<Record<string, unknown>>> {
  return typeof value === "object" && value !== null && "required" in value && "update" in value;
}
