import { describe, expect, test } from "vitest";
import { draftOf, emptyDraft, fitsForm, newEntry, readDraft } from "../../src/shared/schema-form/draft.ts";
import { type FieldShape, shapeOf } from "../../src/shared/schema-form/field-shape.ts";
import { asForm, asJson, emptyInputs, inputsOf, readInputs } from "../../src/shared/schema-form/inputs.ts";

const facts = { description: undefined, default: undefined, isNullable: false };

describe("A form from a JSON Schema asks for", () => {
  test.for<[object, Partial<FieldShape>]>([
    [{ type: "string" }, { kind: "text", isLong: true }],
    [
      { type: "string", format: "email" },
      { kind: "text", isLong: false },
    ],
    [{ type: "integer" }, { kind: "number", isWhole: true }],
    [{ type: "number" }, { kind: "number", isWhole: false }],
    [{ type: "boolean" }, { kind: "boolean" }],
    [{ enum: ["a", 2] }, { kind: "choice", values: ["a", 2] }],
    [{ const: "a" }, { kind: "choice", values: ["a"] }],
    [{ anyOf: [{ const: "a" }, { const: "b" }] }, { kind: "choice", values: ["a", "b"] }],
    [
      { type: "array", items: { type: "boolean" } },
      { kind: "list", entry: { ...facts, kind: "boolean" } },
    ],
    [
      { type: "object", additionalProperties: false },
      { kind: "object", members: [] },
    ],
  ])("%j as %j", ([schema, shape]) => {
    expect(shapeOf(schema)).toEqual({ ...facts, ...shape });
  });

  test.for([
    [{}],
    [{ type: "object", additionalProperties: { type: "string" } }],
    [{ type: ["string", "number"] }],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }],
    [{ type: "array", prefixItems: [{ type: "string" }] }],
    [{ $ref: "#/$defs/nowhere" }],
    ["no schema"],
  ])("JSON for %j", ([schema]) => {
    expect(shapeOf(schema).kind).toBe("json");
  });

  test("what may be null as if it may be left out, with its description and default", () => {
    const schema = { anyOf: [{ type: "string" }, { type: "null" }], description: "A name.", default: "Ann" };

    expect(shapeOf(schema)).toEqual({
      ...{ kind: "text", isLong: true, isNullable: true, description: "A name.", default: "Ann" },
    });
  });

  test("what is referred to, and ends where a schema refers to itself", () => {
    const schema = {
      type: "object",
      properties: { next: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
    };
    const depthOf = (shape: FieldShape): number =>
      shape.kind === "object" ? 1 + Math.max(...shape.members.map((member) => depthOf(member.shape))) : 0;

    expect(depthOf(shapeOf(schema))).toBe(5);
  });
});

const visit = shapeOf({
  type: "object",
  properties: {
    reason: { type: "string" },
    hours: { type: "integer" },
    urgent: { type: "boolean" },
    level: { enum: ["low", "high"] },
    parts: { type: "array", items: { type: "string" } },
    address: {
      type: "object",
      properties: { street: { type: "string" }, floor: { type: "number" } },
      required: ["street"],
    },
    more: {},
    until: { type: ["string", "null"] },
  },
  required: ["reason", "hours", "until"],
});

describe("What is typed into it", () => {
  test("becomes values of the right types; what is left empty is left out", () => {
    const part = { ...newEntry({ ...facts, kind: "text", isLong: true }), draft: "fuse" };
    const draft = {
      ...(emptyDraft(visit) as object),
      ...{ reason: "dark", hours: " 2 ", urgent: "false", level: "1", parts: [part], more: '{"a": [1]}' },
    };

    const { value, problems } = readDraft(visit, draft);

    expect([...problems]).toEqual([]);
    expect(value).toEqual({
      ...{ reason: "dark", hours: 2, urgent: false, level: "high", parts: ["fuse"], more: { a: [1] }, until: null },
    });
  });

  test("is told of with all that is wrong, by place", () => {
    const parts = [newEntry({ ...facts, kind: "text", isLong: true })];
    const draft = { hours: "2.5", parts, address: { floor: "third" }, more: "{", until: "x" };

    expect([...readDraft(visit, draft).problems]).toEqual([
      ["reason", "Fill this in."],
      ["hours", "A whole number, please."],
      ["parts.0", "Fill this in."],
      ["address.street", "Fill this in."],
      ["address.floor", "This is not a number."],
      ["more", "This is not JSON yet: look at line 1, column 2."],
    ]);
  });

  test("needs nothing of an object that may be left out, and is", () => {
    expect(readDraft(visit, { reason: "x", hours: "1" })).toEqual({
      value: { reason: "x", hours: 1, until: null },
      problems: new Map(),
    });
  });

  test("can be turned to JSON and back", () => {
    const value = { reason: "x", hours: 3, urgent: true, parts: ["a", "b"], address: { street: "Hill" }, until: "May" };

    expect(readDraft(visit, draftOf(visit, value)).value).toEqual(value);
    const inputs = asJson(visit, draftOf(visit, value));
    expect(readInputs(visit, inputs).value).toEqual(value);
    expect(inputs.view === "json" && asForm(visit, inputs.text)).toMatchObject({ view: "form" });
    expect([inputsOf(visit, value).view, inputsOf(visit, { odd: 1 }).view]).toEqual(["form", "json"]);
  });

  test.for([
    [{ reason: 5, hours: 1, until: null }],
    [{ reason: "x", hours: 1, until: null, unknown: true }],
    [{ reason: "x", hours: 1, until: null, level: "middle" }],
    [{ reason: "x", hours: 1, until: null, parts: "a" }],
    [[]],
  ])("stays JSON where a form could not show it: %j", ([value]) => {
    expect(fitsForm(visit, value)).toBe(false);
    expect(asForm(visit, JSON.stringify(value))).toBeUndefined();
  });

  test("is an object as JSON, too", () => {
    expect(emptyInputs(shapeOf({}))).toEqual({ view: "json", text: "{}" });
    expect([...readInputs(visit, { view: "json", text: "[1]" }).problems.values()]).toEqual([
      "This must be an object: { … }.",
    ]);
  });
});
