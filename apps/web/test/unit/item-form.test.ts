import { describe, expect, test } from "vitest";
import { formValuesOf, parseField, parseForm, problemsIn } from "../../src/features/items/form-values.ts";
import { fromLocalMoment, toLocalMoment } from "../../src/shared/format/local-moment.ts";
import { aField, tickets } from "../support/a-context.ts";

const item = {
  id: "1",
  title: "Refund",
  body: null,
  status: "OPEN",
  priority: 0,
  escalated: false,
  due: "2026-11-15T09:30:45.123Z",
  tags: ["a"],
  attachment: null,
  external_id: null,
};

describe("A form", () => {
  test("starts with what is stored, as texts", () => {
    expect(formValuesOf(tickets, item)).toEqual({
      title: "Refund",
      body: "",
      status: "OPEN",
      priority: "0",
      escalated: "false",
      due: toLocalMoment(item.due),
      tags: '[\n  "a"\n]',
      attachment: "",
      external_id: "",
    });
  });

  test("of a new item starts with the defaults, in the words of the API", () => {
    expect(formValuesOf(tickets, undefined)).toMatchObject({ title: "", status: "IN_PROGRESS", escalated: "false" });
  });

  test("sends what was changed, and nothing that was not: a moment keeps its seconds", () => {
    const initial = formValuesOf(tickets, item);

    const parsed = parseForm(tickets, { ...initial, title: "Refunds", priority: "" }, { initial, isNew: false });

    expect(parsed).toEqual({ input: { title: "Refunds", priority: null } });
  });

  test("sends what is required of a new item, also when it is the default", () => {
    const initial = formValuesOf(tickets, undefined);

    const parsed = parseForm(tickets, { ...initial, title: "New" }, { initial, isNew: true });

    expect(parsed).toEqual({ input: { title: "New", status: "IN_PROGRESS" } });
  });

  test("tells everything that is wrong at once", () => {
    const initial = formValuesOf(tickets, item);
    const values = { ...initial, title: " ", priority: "many", tags: "{", attachment: "note.exe", due: "tomorrow" };

    const parsed = parseForm(tickets, values, { initial, isNew: false });

    expect("problems" in parsed && Object.keys(parsed.problems)).toEqual([
      ...["title", "priority", "due", "tags", "attachment"],
    ]);
  });

  test.for([
    ["number", "3,5", 3.5],
    ["number", " 1e3 ", 1000],
    ["boolean", "true", true],
    ["json", "null", null],
    ["text", " as it is ", " as it is "],
    ["file", "a.PDF", "a.PDF"],
  ] as const)("takes a %s from %j", ([type, text, value]) => {
    expect(parseField(aField("field", type, { allowedFileTypes: ["pdf"] }), text)).toEqual({ value });
  });

  test("puts the platform's complaint at the fields it names", () => {
    const message = 'Another record already has this value of "external_id".';

    expect(problemsIn(tickets, message)).toEqual({ external_id: message });
    expect(problemsIn(tickets, "Something else.")).toEqual({});
  });

  test("keeps a moment to the minute on its way there and back", () => {
    const moment = "2026-03-29T12:34:00.000Z";

    expect(fromLocalMoment(toLocalMoment(moment))).toBe(moment);
    expect(fromLocalMoment("")).toBeUndefined();
  });
});
