import { describe, expect, test } from "vitest";
import { type Condition, operatorsFor, toFilters } from "../../src/features/items/conditions.ts";
import { columnsOf, nextSort, parseItemsSearch, sortOf } from "../../src/features/items/items-search.ts";
import { aField, tickets } from "../support/a-context.ts";

const filters = (conditions: readonly Condition[], rest: { isAny?: boolean; words?: string } = {}) =>
  toFilters(tickets, { conditions, isAny: false, words: "", ...rest });

describe("Conditions become filters", () => {
  test.for<[string, Condition, object]>([
    ["a part of a text", { field: "title", operator: "contains", value: "refund" }, { title: { contains: "refund" } }],
    ["one of several values", { field: "status", operator: "in", value: ["OPEN"] }, { status: { in: ["OPEN"] } }],
    [
      "none of several values",
      { field: "status", operator: "notIn", value: ["OPEN", "IN_PROGRESS"] },
      { status: { and: [{ ne: "OPEN" }, { ne: "IN_PROGRESS" }] } },
    ],
    ["emptiness", { field: "priority", operator: "empty" }, { priority: { eq: null } }],
    ["the opposite", { field: "priority", operator: "filled" }, { priority: { ne: null } }],
    ["false, which is a value", { field: "escalated", operator: "eq", value: false }, { escalated: { eq: false } }],
    ["zero, which is a value", { field: "priority", operator: "gte", value: 0 }, { priority: { gte: 0 } }],
  ])("%s", ([, condition, expected]) => {
    expect(filters([condition])).toEqual([expected]);
  });

  test("all of them hold, or one is enough", () => {
    const conditions: readonly Condition[] = [
      { field: "priority", operator: "gte", value: 3 },
      { field: "title", operator: "eq", value: "x" },
    ];
    const both = [{ priority: { gte: 3 } }, { title: { eq: "x" } }];

    expect(filters(conditions)).toEqual(both);
    expect(filters(conditions, { isAny: true })).toEqual([{ or: both }]);
  });

  test("words are looked for in every text field, besides the conditions", () => {
    const searched = { or: ["title", "body", "external_id"].map((name) => ({ [name]: { contains: "hub" } })) };

    expect(filters([{ field: "priority", operator: "lte", value: 2 }], { words: " hub ", isAny: true })).toEqual([
      { priority: { lte: 2 } },
      searched,
    ]);
  });

  test.for<[string, Condition]>([
    ["not filled in yet", { field: "title", operator: "contains", value: "" }],
    ["with nothing chosen", { field: "status", operator: "in", value: [] }],
    ["on a field that is gone", { field: "colour", operator: "eq", value: "red" }],
    ["with an operator that the field does not take", { field: "due", operator: "eq", value: "2026-01-01T00:00:00Z" }],
  ])("one %s is left out", ([, condition]) => {
    expect(filters([condition])).toEqual([]);
  });

  test("a field is offered what the platform takes for it, and nothing else", () => {
    const offered = operatorsFor(aField("opened", "date", { operators: ["gte"] }));

    expect(offered).toEqual([{ operator: "gte", label: "on or after" }]);
  });
});

describe("The address of a list", () => {
  test("is taken as it is when it makes sense", () => {
    const search = {
      q: "hub",
      where: [{ field: "priority", operator: "gte", value: 3 }],
      match: "any",
      sort: "-priority",
      columns: ["title", "due"],
      page: 3,
    };

    expect(parseItemsSearch(search)).toEqual(search);
  });

  test("loses what makes no sense, whatever that is", () => {
    const search = {
      q: { a: 1 },
      where: [
        null,
        "x",
        { field: 1 },
        { field: "title", operator: "drop table" },
        { field: "title", operator: "empty" },
      ],
      match: "most",
      sort: "title; drop",
      columns: [1, null],
      page: -2,
    };

    expect(parseItemsSearch(search)).toEqual({ where: [{ field: "title", operator: "empty" }] });
  });

  test("a search for a number is a search", () => {
    expect(parseItemsSearch({ q: 1005 })).toEqual({ q: "1005" });
  });

  test("sorts only by what can be sorted by", () => {
    expect(sortOf(tickets, { sort: "-priority" })).toEqual({ field: "priority", direction: "DESC" });
    expect(sortOf(tickets, { sort: "tags" })).toBeUndefined();
    expect(sortOf(tickets, { sort: "colour" })).toBeUndefined();
  });

  test("goes from ascending to descending to as it was", () => {
    expect([{}, { sort: "due" }, { sort: "-due" }].map((search) => nextSort(search, "due"))).toEqual([
      "due",
      "-due",
      undefined,
    ]);
  });

  test("shows the title, a few short fields and the last change, unless it says otherwise", () => {
    expect(columnsOf(tickets, {}).map(({ name }) => name)).toEqual([
      ...["title", "status", "priority", "escalated", "due"],
      "updatedAt",
    ]);
    expect(columnsOf(tickets, { columns: ["body", "gone"] }).map(({ name }) => name)).toEqual(["body"]);
    expect(columnsOf(tickets, { columns: ["gone"] })).toHaveLength(6);
  });
});
