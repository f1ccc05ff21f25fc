import { buildSchema, type DocumentNode, type ExecutionResult, execute, parse, print } from "graphql";
import { describe, expect, test } from "vitest";
import { coerceVariables } from "../../src/graphql/coerce-variables.ts";
import { compileOperation } from "../../src/graphql/compile-operation.ts";
import { hoistArguments } from "../../src/graphql/hoist-arguments.ts";
import type { Call } from "../../src/operations/call.ts";

const schema = buildSchema(`
  scalar JSON
  enum State { OPEN CLOSED }
  input Filter { text: String, number: Int, state: State, data: JSON, list: [Int!], and: [Filter], required: Int! = 1 }
  type Query { echo(filter: Filter, filters: [Filter!]! = [], text: String = "default", count: Int): String, nested: Query }
`);
const echo = (_source: unknown, args: Record<string, unknown>) => JSON.stringify(Object.entries(args).toSorted());
const query = schema.getQueryType()?.getFields();
if (query?.echo && query.nested) {
  query.echo.resolve = echo;
  query.nested.resolve = () => ({});
}
const call = {} as Call;

describe("A compiled operation gives the same answer as an interpreted one", () => {
  const operations: readonly { readonly text: string; readonly variables?: Record<string, unknown> }[] = [
    { text: "{ echo }" },
    { text: `{ echo(text: "a \\"quoted\\" \\\\ text", count: 3) }` },
    { text: "{ echo(text: null, filters: []) }" },
    { text: `{ echo(filter: { text: "a", state: CLOSED, list: 1, and: { number: 2 } }) }` },
    { text: "{ echo(filter: { data: { __proto__: { x: 1 }, list: [1.5, null, true] } }) }" },
    { text: "query ($text: String) { echo(text: $text) }" },
    { text: "query ($text: String) { echo(text: $text) }", variables: { text: null } },
    { text: "query ($text: String) { echo(text: $text) }", variables: { text: "x" } },
    { text: `query ($text: String = "y") { echo(text: $text) }` },
    {
      text: "query ($n: Int) { echo(filter: { number: $n, list: [1, $n], and: [{ number: $n }] }) }",
      variables: { n: 7 },
    },
    { text: "query ($n: Int) { echo(filter: { number: $n, and: [{ number: $n }] }) }" },
    { text: "query ($n: Int) { echo(filter: { data: { deep: [$n] } }) }", variables: { n: 7 } },
    { text: "query ($n: Int = 1) { echo(filter: { required: $n }) }", variables: { n: null } },
    {
      text: "query ($f: Filter) { echo(filter: $f) }",
      variables: { f: { text: "a", and: [{ and: [{ number: 3 }] }] } },
    },
    { text: "query ($f: [Filter!]!) { echo(filters: $f) }", variables: { f: { state: "OPEN" } } },
    {
      text: "query ($yes: Boolean!) { echo(count: 1) @include(if: $yes) nested { echo @skip(if: $yes) } }",
      variables: { yes: true },
    },
    {
      text: "{ ...A nested { ...A } } fragment A on Query { a: echo(count: 1) b: echo(count: 2) nested { c: echo(count: 3) } }",
    },
    { text: `{ __type(name: "State") { enumValues(includeDeprecated: true) { name } } }` },
    { text: `{ echo(text: "__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8") }` },
    { text: `{ echo(text: "__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74dglobalThis.wasRun=true") }` },
  ];

  for (const { text, variables = {} } of operations) {
    test(`${text} with ${JSON.stringify(variables)}`, async () => {
      const document = parse(text);
      const interpreted = await execute({ schema, document, variableValues: variables });

      const compiled = await compileOperation(schema, document, undefined)?.(call, coerced(document, variables));

      // Undefined: it is left to the interpreter, which knows how to report what is wrong.
      if (compiled !== undefined) expect(plain(compiled)).toEqual(plain(interpreted));
      else expect(interpreted.errors).toHaveLength(1);
      expect(globalThis).not.toHaveProperty("wasRun");
    });
  }
});

describe("The document that graphql-jit compiles", () => {
  test("holds no argument, only variables that stand for them", () => {
    const document = parse(`query ($n: Int, $yes: Boolean!) { echo(text: "secret", count: $n) @include(if: $yes) }`);

    const hoisted = hoistArguments(schema, document);

    expect(print(hoisted.document)).toBe(
      "query ($yes: Boolean!, $$0: $Ready, $$1: $Ready) {\n  echo(text: $$0, count: $$1) @include(if: $yes)\n}",
    );
    expect(hoisted.values({ n: 5, yes: true })).toEqual({ $0: "secret", $1: 5 });
    expect(hoisted.values({ yes: true })).toEqual({ $0: "secret" });
  });
});

function coerced(document: DocumentNode, given: Record<string, unknown>) {
  const operation = document.definitions.find((definition) => definition.kind === "OperationDefinition");
  const variables = operation && coerceVariables(schema, operation, given);
  if (!variables || "errors" in variables) throw new Error("The variables don't fit.");
  return variables.values;
}

function plain(result: ExecutionResult): unknown {
  return JSON.parse(JSON.stringify(result));
}
