import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import type { Database } from "../../src/storage/database.ts";
import { type MigrateOptions, migrate } from "../../src/storage/tables/migrate.ts";
import { planChanges } from "../../src/storage/tables/plan-changes.ts";
import type { TableModel } from "../../src/storage/tables/table-model.ts";
import { books, readers } from "../support/library.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { dropAllTables, insertItem, itemsOf, notes, snapshot, tablesOf } from "./migration-fixture.ts";

const title: FieldDefinition = { name: "title", type: "string" };
const code: FieldDefinition = { name: "code", type: "string" };
const state: FieldDefinition = { name: "state", type: "enum", enumValues: ["open", "closed"] };

describe.skipIf(isMissing)("Changes that could lose data wait for a person", () => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
  });
  afterAll(() => opened.discard());
  beforeEach(() => dropAllTables(database));

  const refusal = async (models: readonly TableModel[], options?: MigrateOptions): Promise<StartRefusedError> => {
    const before = await snapshot(database);
    const error = await migrate(database, models, options).then(
      () => new Error("it was not refused"),
      (reason: unknown) => reason,
    );
    if (!(error instanceof StartRefusedError)) throw error;
    expect(await snapshot(database), "a refused start changes nothing").toEqual(before);
    return error;
  };

  const twoItems = async (...fields: readonly FieldDefinition[]) => {
    await migrate(database, notes(...fields));
    await insertItem(database, "notes", { title: "one" });
    await insertItem(database, "notes", { title: "one" });
  };

  test.each<[string, FieldDefinition, string]>([
    [
      "a removed field",
      { name: "other", type: "string" },
      `drop:notes.title: notes.title is no longer declared; dropping it loses its data. To resolve: declare it again; if it was renamed, declare renamedFrom: "title" on the new field; or drop it for good with: platform migrate apply --accept drop:notes.title`,
    ],
    [
      "a changed type",
      { name: "title", type: "number" },
      "convert:notes.title: notes.title changes its type from text to double precision; values that don't fit make it fail. To resolve: declare the old type again; or convert it with: platform migrate apply --accept convert:notes.title",
    ],
    [
      "a field that is now unique, with items that share a value",
      { ...title, unique: true },
      "index:notes_title_unique: notes.title is now unique, but some items share a value. To resolve: change those items first, or remove unique from the field",
    ],
    [
      "a text that becomes an enum without the values that items hold",
      { name: "title", type: "enum", enumValues: ["two", "three"] },
      "values:notes.title: notes.title now takes only two, three, but 2 of its items hold something else. To resolve: change those items first, or declare their values too",
    ],
    [
      "a renamed field that becomes unique, with items that share a value",
      { name: "heading", type: "string", renamedFrom: "title", unique: true },
      "index:notes_heading_unique: notes.heading is now unique, but some items share a value. To resolve: change those items first, or remove unique from the field",
    ],
  ])("%s stops the start, with the way out", async (_what, changed, fault) => {
    await twoItems(title);

    const { faults, message } = await refusal(notes(changed));

    expect(faults).toEqual([fault]);
    expect(message).toBe(`The tables don't match the definitions, and nothing was changed:\n  - ${fault}`);
  });

  test.each<[string, FieldDefinition, string]>([
    [
      "a new required field without a default",
      { ...code, required: true },
      "add:notes.code: notes.code is new and required, but notes has items without a value for it. To resolve: declare a default on the field, or make it optional; if it is an old field under a new name, declare renamedFrom",
    ],
    [
      "a new unique field whose default several items would share",
      { ...code, unique: true, default: "same" },
      "add:notes.code: notes.code is new and unique, but all items of notes would share its default. To resolve: remove the default, or unique, from the field",
    ],
  ])("%s stops the start of a table with items, with the way out", async (_what, added, fault) => {
    await twoItems(title);

    const { faults } = await refusal(notes(title, added));

    expect(faults).toEqual([fault]);
  });

  test("a field that is now required stops the start while items have no value, and says how many", async () => {
    await twoItems(title, code);

    const { faults } = await refusal(notes(title, { ...code, required: true }));

    expect(faults).toEqual([
      "require:notes.code: notes.code is now required, but 2 of its items have no value. To resolve: fill them first, declare a default on the field, or make it optional again",
    ]);
  });

  test("an enum that loses a value stops the start", async () => {
    await twoItems(title, state);

    const { faults } = await refusal(notes(title, { name: "state", type: "enum", enumValues: ["open", "new"] }));

    expect(faults).toEqual([
      "values:notes.state: notes.state no longer takes closed; items that hold them make it fail. To resolve: declare them again; or change those items and then go on with: platform migrate apply --accept values:notes.state",
    ]);
  });

  test.each(["table notes (id int)", "view notes as select 1 as id", "table notes (id int) partition by range (id)"])(
    "somebody else's «%s» of the same name stops the start and is not touched",
    async (definition) => {
      await database.run(`create ${definition}`);

      const { faults } = await refusal(notes(title));

      expect(faults).toEqual([
        "foreign:notes: a table notes is there already, and the platform did not make it. To resolve: give the context another id, or use another database or schema",
      ]);
    },
  );

  test("everything that is wrong is listed at once, and the safe changes beside it are not made", async () => {
    await twoItems(title, code, state);
    await database.run("create table readers (id int)");
    const changed = new PlatformContext({
      id: "notes",
      fields: [
        { name: "title", type: "number" },
        { name: "state", type: "enum", enumValues: ["open"] },
        { name: "added", type: "string" },
        { name: "needed", type: "string", required: true },
      ],
    });

    const { faults } = await refusal(tablesOf(changed, readers, books));

    expect(faults.map((fault) => fault.split(": ")[0])).toEqual([
      "convert:notes.title",
      "values:notes.state",
      "add:notes.needed",
      "drop:notes.code",
      "foreign:readers",
    ]);
  });

  test("accepted changes are made, together with the safe ones", async () => {
    await migrate(database, notes(title, { ...code, index: true, unique: true }, { ...state, index: true }));
    await insertItem(database, "notes", { title: "12.5", code: "c", state: "open" });
    const changed = notes(
      { name: "title", type: "number", index: true },
      { name: "state", type: "enum", enumValues: ["open"], index: true },
      { name: "added", type: "boolean", default: true },
    );

    await migrate(database, changed, {
      accept: ["convert:notes.title", "drop:notes.code", "values:notes.state"],
    });

    expect(await itemsOf(database, "notes")).toEqual([{ title: 12.5, state: "open", added: true }]);
    expect((await planChanges(database, changed)).changes).toEqual([]);
  });

  test.each<[string, FieldDefinition, FieldDefinition, string, unknown]>([
    ["a number as a text", { name: "field", type: "number" }, { name: "field", type: "string" }, "1.5", "1.5"],
    [
      "a text with a default as a number",
      { name: "field", type: "string", default: "5" },
      { name: "field", type: "number", default: 5 },
      "7",
      7,
    ],
    [
      "an enum as a number",
      { name: "field", type: "enum", enumValues: ["1", "2"], default: "1", index: true },
      { name: "field", type: "number", default: 1, index: true },
      "2",
      2,
    ],
    [
      "a boolean as an enum",
      { name: "field", type: "boolean", index: true },
      { name: "field", type: "enum", enumValues: ["true", "false"], index: true },
      "true",
      "true",
    ],
    [
      "a text as a date",
      { name: "field", type: "string", unique: true },
      { name: "field", type: "date", unique: true },
      "2026-11-15",
      "2026-11-15T00:00:00+00:00",
    ],
    [
      "a JSON object as a text",
      { name: "field", type: "json" },
      { name: "field", type: "text" },
      `{"a": 1}`,
      `{"a": 1}`,
    ],
    [
      "a JSON text as a text",
      { name: "field", type: "json" },
      { name: "field", type: "text" },
      '"it is bare"',
      "it is bare",
    ],
  ])("an accepted conversion keeps %s", async (_what, from, to, stored, expected) => {
    await migrate(database, notes(from));
    await insertItem(database, "notes", { field: stored });

    await migrate(database, notes(to), { accept: ["convert:notes.field"] });

    expect((await planChanges(database, notes(to))).changes).toEqual([]);
    expect(await itemsOf(database, "notes")).toEqual([{ field: expected }]);
  });

  test("a newly required field with a default is filled with it once that is accepted", async () => {
    await twoItems(title, code);
    const changed = notes(title, { ...code, required: true, default: "none" });

    const { faults } = await refusal(changed);
    await migrate(database, changed, { accept: ["require:notes.code"] });

    expect(faults).toHaveLength(1);
    expect(await itemsOf(database, "notes")).toEqual([
      { title: "one", code: "none" },
      { title: "one", code: "none" },
    ]);
  });

  test("an accepted change that turns out not to fit is refused by name, and undoes everything", async () => {
    await twoItems(title, code, state);
    await insertItem(database, "notes", { title: "12", state: "closed" });
    const changed = notes({ name: "title", type: "number" }, { name: "state", type: "enum", enumValues: ["open"] });

    const conversion = await refusal(changed, {
      accept: ["drop:notes.code", "convert:notes.title", "values:notes.state"],
    });
    const values = await refusal(notes(title, code, { name: "state", type: "enum", enumValues: ["open"] }), {
      accept: ["values:notes.state"],
    });

    expect(conversion.faults).toEqual([
      `convert:notes.title: it failed (invalid input syntax for type double precision: "one").`,
    ]);
    expect(values.faults).toEqual([expect.stringMatching(/^values:notes\.state: it failed \(.*state_values.*\)\.$/)]);
  });

  test("accepting something that is not in the plan is refused, before anything is made", async () => {
    await migrate(database, notes(title, code));

    const { faults } = await refusal(notes(title), { accept: ["drop:notes.code", "drop:notes.cod", "drop:notes"] });

    expect(faults).toEqual([
      "drop:notes.cod: there is no such change. See: platform migrate plan",
      "drop:notes: there is no such change. See: platform migrate plan",
    ]);
  });

  test("the commands that a refusal names work with the file that is in use, to the letter", async () => {
    await migrate(database, notes(title, code));

    const [usual, plain, quoted] = [
      await refusal(notes(title)),
      await refusal(notes(title), { config: "apps/desk/platform.config.ts" }),
      await refusal(notes(title), { config: "it's mine.ts", accept: ["x"] }),
    ].map(({ faults }) => faults.map((fault) => fault.replace(/^.*(?=platform migrate)/, "")));

    expect(usual).toEqual(["platform migrate apply --accept drop:notes.code"]);
    expect(plain).toEqual(["platform migrate apply apps/desk/platform.config.ts --accept drop:notes.code"]);
    expect(quoted).toEqual([
      String.raw`platform migrate apply 'it'\''s mine.ts' --accept drop:notes.code`,
      String.raw`platform migrate plan 'it'\''s mine.ts'`,
    ]);
  });

  test("accepting a change that can't be made does not make it", async () => {
    await twoItems(title);

    const { faults } = await refusal(notes({ ...title, unique: true }), { accept: ["index:notes_title_unique"] });

    expect(faults).toHaveLength(1);
  });

  test("the table of a removed context is kept and reported, serves the context when it comes back, and goes only when that is accepted", async () => {
    await migrate(database, tablesOf(books, readers));
    await insertItem(database, "readers", { name: "Ada", level: "adult" });

    const removed = await migrate(database, tablesOf(books));
    const back = await migrate(database, tablesOf(books, readers));
    const kept = await itemsOf(database, "readers");
    const dropped = await migrate(database, tablesOf(books), { accept: ["drop:readers"] });
    const again = await migrate(database, tablesOf(books, readers));

    expect(removed).toEqual({ applied: [], unusedTables: ["readers"] });
    expect(back).toEqual({ applied: [], unusedTables: [] });
    expect(kept).toEqual([{ name: "Ada", email: null, card: null, level: "adult" }]);
    expect(dropped).toEqual({ applied: ["drop the table readers"], unusedTables: [] });
    expect(again.applied).toEqual(["create the table readers"]);
    expect(await itemsOf(database, "readers")).toEqual([]);
  });

  test("a field that was dropped and is declared again starts empty: its old values don't come back", async () => {
    await twoItems(title, code);
    await database.run("update notes set code = 'a secret'");

    await migrate(database, notes(title), { accept: ["drop:notes.code"] });
    await migrate(database, notes(title, code));

    expect(await itemsOf(database, "notes")).toEqual([
      { title: "one", code: null },
      { title: "one", code: null },
    ]);
  });
});
