import { tmpdir } from "node:os";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Deployment } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { createPlatform } from "../../src/main/create-platform.ts";
import type { Database } from "../../src/storage/database.ts";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import { sql } from "../../src/storage/sql.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { planChanges } from "../../src/storage/tables/plan-changes.ts";
import { books, library, readers } from "../support/library.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { testSecret } from "../support/test-platform.ts";
import { dropAllTables, insertItem, itemsOf, notes, snapshot, tablesOf } from "./migration-fixture.ts";

// Without an admin every start would offer a new set-up link.
const admin = { email: "admin@example.com", password: "only for these tests" };
const title: FieldDefinition = { name: "title", type: "string" };

describe.skipIf(isMissing)("Tables follow the definitions by themselves when nothing can be lost", () => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
  });
  afterAll(() => opened.discard());
  beforeEach(() => dropAllTables(database));

  const start = async (app: Deployment) => {
    const platform = await createPlatform(app, {
      database,
      files: openDiskStore(tmpdir()),
      secrets: [testSecret],
      admin,
    });
    await platform.http.close();
    return platform.migrated;
  };

  test("the first start creates a table for every core type and context", async () => {
    const { applied, unusedTables } = await start(library());

    const tables = await database.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = current_schema() and tablename in ('agents', 'users', 'books', 'readers')`,
    );
    expect(applied).toContain("create the table books");
    expect(applied.every((change) => change.startsWith("create the table "))).toBe(true);
    expect(tables).toHaveLength(4);
    expect(unusedTables).toEqual([]);
  });

  test("a second start of the same deployment changes nothing", async () => {
    await start(library());
    const before = await snapshot(database);

    const { applied } = await start(library());

    expect(applied).toEqual([]);
    expect(await snapshot(database)).toEqual(before);
  });

  const texts = [
    "",
    "plain",
    "it's",
    "back\\slash",
    "both \\ and '",
    "'::text",
    "E'x'",
    "two\nlines",
    "Grüße 👍",
    "now()",
  ];
  const numbers = [0, -5, 0.1, 1e-7, 1.5e-300, 1e21, 1e300, 123_456_789.123, Number.MAX_SAFE_INTEGER];
  const dates = ["2026-11-15T09:30:00.123Z", "2026-11-15T09:30:00Z", "2026-11-15", "0999-01-01T00:00:00Z"];
  const jsons = [
    null,
    true,
    0.5,
    "it's \\ text",
    [],
    [1, "b", { c: null }],
    { zebra: 1, a: { nested: ["\\", "'"] }, bb: 2 },
  ];
  const odd = ["plain", "it's", "back\\slash", "with, comma", "Grüße"];
  const everyDefault: readonly FieldDefinition[] = [
    ...texts.map((text, index): FieldDefinition => ({ name: `text_${index}`, type: "text", default: text })),
    ...texts.map((text, index): FieldDefinition => ({ name: `long_${index}`, type: "longtext", default: text })),
    ...numbers.map((number, index): FieldDefinition => ({ name: `number_${index}`, type: "number", default: number })),
    ...dates.map((date, index): FieldDefinition => ({ name: `date_${index}`, type: "date", default: date })),
    ...jsons.map((json, index): FieldDefinition => ({ name: `json_${index}`, type: "json", default: json })),
    ...odd.map(
      (each, index): FieldDefinition => ({ name: `odd_${index}`, type: "enum", enumValues: odd, default: each }),
    ),
    { name: "yes", type: "boolean", default: true },
    { name: "no", type: "boolean", default: false },
    { name: "required", type: "string", default: "given", required: true, unique: true },
    { name: "indexed", type: "number", default: 1, index: true },
    { name: "a_field_whose_name_has_forty_eight_characters_ok", type: "string", index: true },
  ];

  test("a second start changes nothing either when fields have defaults of every kind", async () => {
    const withDefaults = new PlatformContext({ id: "defaults", rbac: true, fields: everyDefault });
    const shared = new PlatformContext({
      id: "a_context_whose_id_has_forty_eight_characters_ok",
      rbac: true,
      fields: everyDefault,
      configuration: { defaultRightsMode: "public" },
    });
    const tables = tablesOf(withDefaults, shared);
    await migrate(database, tables);

    const plan = await planChanges(database, tables);

    expect(plan).toEqual({ changes: [], unusedTables: [] });
  });

  test("defaults reach new items as they were declared", async () => {
    await migrate(database, tablesOf(new PlatformContext({ id: "defaults", fields: everyDefault })));

    await insertItem(database, "defaults", {});

    const [item] = await itemsOf(database, "defaults");
    expect(texts.map((_, index) => item?.[`text_${index}`])).toEqual(texts);
    expect(numbers.map((_, index) => item?.[`number_${index}`])).toEqual(numbers);
    expect(jsons.map((_, index) => item?.[`json_${index}`])).toEqual(jsons);
    expect(odd.map((_, index) => item?.[`odd_${index}`])).toEqual(odd);
    expect([item?.yes, item?.no]).toEqual([true, false]);
  });

  test("a new context becomes a new table, and the others stay as they are", async () => {
    await migrate(database, tablesOf(books));

    const { applied } = await migrate(database, tablesOf(books, readers));

    expect(applied).toEqual(["create the table readers"]);
  });

  const before: FieldDefinition = { name: "field", type: "string", index: true };
  const state: FieldDefinition = { name: "field", type: "enum", enumValues: ["open", "closed"] };

  test.each<[string, FieldDefinition, FieldDefinition, string]>([
    [
      "an optional field becomes required when every item has a value",
      before,
      { ...before, required: true },
      "require:notes.field",
    ],
    ["a required field becomes optional", { ...before, required: true }, before, "optional:notes.field"],
    ["a field gets a default", before, { ...before, default: "it's \\ new" }, "default:notes.field"],
    ["a default changes", { ...before, default: "a" }, { ...before, default: "b" }, "default:notes.field"],
    ["a default goes away", { ...before, default: "a" }, before, "default:notes.field"],
    ["a field gets an index", title, { ...title, index: true }, "index:notes_title_sorted"],
    ["a field loses its index", { ...title, index: true }, title, "unindex:notes_title_sorted"],
    [
      "a field becomes unique when no two items share a value",
      title,
      { ...title, unique: true },
      "index:notes_title_unique",
    ],
    ["a field is no longer unique", { ...title, unique: true }, title, "unindex:notes_title_unique"],
    ["a string becomes a longtext, which is stored alike", title, { ...title, type: "longtext" }, ""],
    ["an enum takes one more value", state, { ...state, enumValues: ["open", "closed", "new"] }, "values:notes.field"],
    ["the values of an enum change their order", state, { ...state, enumValues: ["closed", "open"] }, ""],
    ["an enum becomes a text that takes any value", state, { name: "field", type: "string" }, "values:notes.field"],
    ["a text becomes an enum whose values it holds", { name: "field", type: "string" }, state, "values:notes.field"],
  ])("%s", async (_sentence, declared, changed, id) => {
    await migrate(database, notes(declared));
    await insertItem(database, "notes", { [declared.name]: "open" });
    const plan = await planChanges(database, notes(changed));

    await migrate(database, notes(changed));

    expect(plan.changes.map((change) => [change.id, change.kind])).toEqual(id === "" ? [] : [[id, "safe"]]);
    expect(await itemsOf(database, "notes")).toEqual([{ [declared.name]: "open" }]);
    expect((await planChanges(database, notes(changed))).changes).toEqual([]);
  });

  test("new fields appear on existing items, empty or with their default", async () => {
    await migrate(database, notes(title));
    await insertItem(database, "notes", { title: "old" });

    await migrate(
      database,
      notes(
        title,
        { name: "summary", type: "text" },
        { name: "state", type: "enum", enumValues: ["open", "closed"], required: true, default: "open", index: true },
        { name: "rating", type: "number", required: true, default: 2.5 },
        { name: "code", type: "string", unique: true },
      ),
    );

    expect(await itemsOf(database, "notes")).toEqual([
      { title: "old", summary: null, state: "open", rating: 2.5, code: null },
    ]);
    await expect(insertItem(database, "notes", { state: "unheard of" })).rejects.toThrow("state_values");
  });

  test("a new required field without a default is added while the table is empty", async () => {
    await migrate(database, notes(title));

    const { applied } = await migrate(database, notes(title, { name: "code", type: "string", required: true }));

    expect(applied).toEqual(["add the column notes.code"]);
  });

  test("a context gets rights of its own, and its items are private from then on", async () => {
    await migrate(database, notes(title));
    await insertItem(database, "notes", { title: "old" });

    await migrate(database, tablesOf(new PlatformContext({ id: "notes", rbac: true, fields: [title] })));

    const [item] = await itemsOf(database, "notes");
    expect(item).toEqual({
      title: "old",
      rbac_creator: null,
      rbac_mode: "private",
      rbac_readers: [],
      rbac_writers: [],
    });
  });

  test("renamedFrom carries the data over, with its enum, its uniqueness, its index and its default", async () => {
    await migrate(
      database,
      notes(
        title,
        { name: "state", type: "enum", enumValues: ["open", "closed"], index: true },
        { name: "code", type: "string", unique: true, required: true },
        { name: "kind", type: "string", default: "a" },
      ),
    );
    await insertItem(database, "notes", { title: "one", state: "closed", code: "c1" });
    const renamed = notes(
      { name: "heading", type: "string", renamedFrom: "title", required: true },
      { name: "status", type: "enum", enumValues: ["open", "closed", "new"], index: true, renamedFrom: "state" },
      { name: "number", type: "string", unique: true, required: true, renamedFrom: "code" },
      { name: "sort", type: "string", default: "b", renamedFrom: "kind" },
    );

    await migrate(database, renamed);

    expect(await itemsOf(database, "notes")).toEqual([{ heading: "one", status: "closed", number: "c1", sort: "a" }]);
    expect((await planChanges(database, renamed)).changes).toEqual([]);
    await insertItem(database, "notes", { heading: "two", status: "new", number: "c2" });
    await expect(insertItem(database, "notes", { heading: "three", number: "c2" })).rejects.toThrow('"number"');
    await expect(insertItem(database, "notes", { heading: "four", number: "c4", status: "odd" })).rejects.toThrow(
      "status_values",
    );
  });

  test("two fields can swap their data through new names, and renamedFrom may stay declared afterwards", async () => {
    await migrate(database, notes({ name: "first", type: "string" }, { name: "second", type: "string" }));
    await insertItem(database, "notes", { first: "1", second: "2" });
    const renamed = notes(
      { name: "b", type: "string", renamedFrom: "first" },
      { name: "a", type: "string", renamedFrom: "second" },
    );

    await migrate(database, renamed);
    const { applied } = await migrate(database, renamed);

    expect(applied).toEqual([]);
    expect(await itemsOf(database, "notes")).toEqual([{ a: "2", b: "1" }]);
  });

  test("an index or table that somebody else made is left alone", async () => {
    await migrate(database, notes(title));
    await database.run("create index their_index on notes (title); create table theirs (id int)");

    const plan = await planChanges(database, notes(title));

    expect(plan).toEqual({ changes: [], unusedTables: [] });
  });
});
