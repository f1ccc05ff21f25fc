import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contextResource } from "../../src/definitions/build-resource.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { and, type Condition, equals, everything, nothing, oneOf, or } from "../../src/query/condition.ts";
import { parseFilters } from "../../src/query/parse-filter.ts";
import { compileCondition } from "../../src/storage/compile-condition.ts";
import { compile } from "../../src/storage/sql.ts";

const notes = contextResource(
  new PlatformContext({
    id: "notes",
    fields: [
      { name: "title", type: "text" },
      { name: "count", type: "number" },
      { name: "done", type: "boolean" },
      { name: "due", type: "date" },
      { name: "meta", type: "json" },
      { name: "state", type: "enum", enumValues: ["open", "in-progress"] },
      { name: "scan", type: "file", allowedFileTypes: ["pdf"] },
    ],
  }),
);

const flags = ["a", "b", "c"] as const;
const { condition: conditions } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(everything, nothing),
    fc.constantFrom(...flags).map((flag) => equals(flag, true)),
    fc.array(tie("condition"), { maxLength: 3 }).map((parts) => and(...parts)),
    fc.array(tie("condition"), { maxLength: 3 }).map((parts) => or(...parts)),
  ),
}));
const rows = fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() });

describe("Conditions", () => {
  test("and holds exactly when every part does, or when it has none", () => {
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 4 }), rows, (parts, row) => {
        expect(holds(and(...parts), row)).toBe(parts.every((part) => holds(part, row)));
      }),
    );
  });

  test("or holds exactly when one part does", () => {
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 4 }), rows, (parts, row) => {
        expect(holds(or(...parts), row)).toBe(parts.some((part) => holds(part, row)));
      }),
    );
  });

  test("everything and nothing never stay inside another condition, and no condition has a single part", () => {
    fc.assert(fc.property(conditions, (condition) => isSimple(condition)));
  });

  test.for([
    { name: "and()", condition: and(), expected: everything },
    { name: "or()", condition: or(), expected: nothing },
    { name: "and(nothing, x)", condition: and(nothing, equals("a", 1)), expected: nothing },
    { name: "or(everything, x)", condition: or(everything, equals("a", 1)), expected: everything },
    { name: "and(everything, x)", condition: and(everything, equals("a", 1)), expected: equals("a", 1) },
    { name: "or(nothing, x)", condition: or(nothing, equals("a", 1)), expected: equals("a", 1) },
    { name: "oneOf of no values", condition: oneOf("a", []), expected: nothing },
  ])("$name is what logic says", ({ condition, expected }) => {
    expect(condition).toEqual(expected);
  });
});

describe("Filters", () => {
  const id = "019f0000-0000-7000-8000-000000000001";
  const title = (value: string) => equals("title", value);
  const cases: readonly { readonly filter: unknown; readonly condition: Condition }[] = [
    { filter: undefined, condition: everything },
    { filter: null, condition: everything },
    { filter: [], condition: everything },
    { filter: [{}, null], condition: everything },
    { filter: { title: { eq: "a" } }, condition: title("a") },
    { filter: [{ title: { eq: "a" } }, { title: { eq: "b" } }], condition: and(title("a"), title("b")) },
    { filter: { title: { eq: "a" }, done: { eq: true } }, condition: and(title("a"), equals("done", true)) },
    { filter: { or: [{ title: { eq: "a" } }, { title: { eq: "b" } }] }, condition: or(title("a"), title("b")) },
    { filter: { or: { title: { eq: "a" } } }, condition: title("a") },
    { filter: { title: { or: [{ eq: "a" }, { eq: "b" }] } }, condition: or(title("a"), title("b")) },
    { filter: { or: [] }, condition: nothing },
    { filter: { and: [] }, condition: everything },
    { filter: { title: null }, condition: everything },
    { filter: { title: { eq: undefined } }, condition: everything },
    { filter: { title: { eq: null } }, condition: { kind: "empty", field: "title" } },
    { filter: { title: { ne: null } }, condition: { kind: "filled", field: "title" } },
    { filter: { title: { ne: "a" } }, condition: { kind: "differs", field: "title", value: "a" } },
    { filter: { title: { in: [] } }, condition: nothing },
    { filter: { title: { in: null } }, condition: everything },
    { filter: { title: { in: ["a", null] } }, condition: or(oneOf("title", ["a"]), { kind: "empty", field: "title" }) },
    { filter: { title: { in: [null] } }, condition: { kind: "empty", field: "title" } },
    { filter: { title: { contains: "50%" } }, condition: { kind: "containsText", field: "title", value: "50%" } },
    { filter: { meta: { contains: { a: 1 } } }, condition: { kind: "containsJson", field: "meta", value: `{"a":1}` } },
    { filter: { meta: { eq: { b: [] } } }, condition: equals("meta", `{"b":[]}`) },
    { filter: { state: { eq: "in-progress" } }, condition: equals("state", "in-progress") },
    { filter: { scan: { eq: "any ending.exe" } }, condition: equals("scan", "any ending.exe") },
    {
      filter: { due: { gte: "2026-01-01" } },
      condition: { kind: "atLeast", field: "due", value: "2026-01-01T00:00:00.000Z" },
    },
    {
      filter: { due: { lte: new Date(0) } },
      condition: { kind: "atMost", field: "due", value: "1970-01-01T00:00:00.000Z" },
    },
    {
      filter: { count: { gte: 1, lte: 2 } },
      condition: and({ kind: "atLeast", field: "count", value: 1 }, { kind: "atMost", field: "count", value: 2 }),
    },
    { filter: { id: { eq: id } }, condition: equals("id", id) },
    { filter: { id: { eq: "none" } }, condition: nothing },
    { filter: { id: { ne: "none" } }, condition: everything },
    { filter: { id: { in: ["none", id] } }, condition: oneOf("id", [id]) },
  ];

  for (const { filter, condition } of cases) {
    test(`${JSON.stringify(filter)} is read as the condition it stands for`, () => {
      expect(parseFilters(notes, filter)).toEqual(condition);
    });
  }

  test.for([
    {
      filter: { nope: { eq: 1 } },
      fault: `There is no field "nope" to filter by. Fields are: id, createdAt, updatedAt, title, count, done, due, meta, state, scan.`,
    },
    { filter: JSON.parse(`{"__proto__":{"eq":1}}`), fault: `There is no field "__proto__" to filter by.` },
    {
      filter: { title: { like: "a" } },
      fault: `"title" has no operator "like". Operators are: eq, ne, in, contains, and, or.`,
    },
    { filter: { meta: { and: [] } }, fault: `"meta" has no operator "and". Operators are: eq, ne, in, contains.` },
    { filter: { due: { eq: "2026-01-01" } }, fault: `"due" has no operator "eq". Operators are: lte, gte, and, or.` },
    { filter: { title: { constructor: "a" } }, fault: `"title" has no operator "constructor".` },
    { filter: { title: "a" }, fault: `The filter on "title" must be an object.` },
    { filter: "a", fault: "A filter must be an object." },
    { filter: [["a"]], fault: "A filter must be an object." },
    { filter: { title: { eq: 5 } }, fault: `The filter value of "title" must be a text.` },
    { filter: { title: { contains: 5 } }, fault: `The value of "contains" on "title" must be a text.` },
    { filter: { title: { in: "a" } }, fault: `"in" on "title" takes a list.` },
    { filter: { count: { gte: "5" } }, fault: `The filter value of "count" must be a finite number.` },
    { filter: { done: { eq: "true" } }, fault: `The filter value of "done" must be true or false.` },
    {
      filter: { state: { eq: "IN_PROGRESS" } },
      fault: `The filter value of "state" must be one of open, in-progress.`,
    },
    { filter: { id: { eq: 5 } }, fault: `The filter value of "id" must be an id.` },
  ])("$filter is refused", ({ filter, fault }) => {
    expect(() => parseFilters(notes, filter)).toThrow(fault);
  });

  test("no value of a filter gets into the text of the statement", () => {
    const values = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\u0000"));

    fc.assert(
      fc.property(values, (value) => {
        const filter = { title: { eq: value, contains: value, in: [value] }, meta: { contains: { [value]: value } } };

        const { text } = compile(compileCondition(notes, parseFilters(notes, filter)));

        expect(text).toBe(
          `(("title" = $1::text and "title" ilike $2 and "title" = any($3::text[])) and "meta" @> $4::jsonb)`,
        );
      }),
    );
  });
});

/** What a condition says about a row, worked out without SQL. */
function holds(condition: Condition, row: Readonly<Record<string, boolean>>): boolean {
  switch (condition.kind) {
    case "everything":
      return true;
    case "nothing":
      return false;
    case "and":
      return condition.conditions.every((part) => holds(part, row));
    case "or":
      return condition.conditions.some((part) => holds(part, row));
    case "equals":
      return row[condition.field] === condition.value;
    default:
      throw new Error(`The test makes no ${condition.kind}.`);
  }
}

function isSimple(condition: Condition): boolean {
  if (condition.kind !== "and" && condition.kind !== "or") return true;
  const isPlain = (part: Condition) => part.kind !== "everything" && part.kind !== "nothing" && isSimple(part);
  return condition.conditions.length > 1 && condition.conditions.every(isPlain);
}
