import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { type ContextConfiguration, PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { newId } from "../../src/foundation/ids.ts";
import { indexItem } from "../../src/indexing/index-item.ts";
import type { Database } from "../../src/storage/database.ts";
import { sql } from "../../src/storage/sql.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { planChanges } from "../../src/storage/tables/plan-changes.ts";
import type { TableModel } from "../../src/storage/tables/table-model.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { type WordModelOptions, wordModel } from "../support/word-model.ts";
import { dropAllTables, snapshot, tablesOf } from "./migration-fixture.ts";

interface NotesOptions extends WordModelOptions {
  readonly previousModel?: WordModelOptions;
  readonly configuration?: ContextConfiguration;
  /** Longer ones make names that PostgreSQL would cut. Default `notes`. */
  readonly contextId?: string;
}

function notesContext(options: NotesOptions = {}): PlatformContext {
  const { configuration, contextId = "notes", previousModel, ...model } = options;
  return new PlatformContext({
    id: contextId,
    fields: [{ name: "title", type: "text" }],
    embedder: new PlatformEmbedder({
      id: "titles",
      name: "Titles",
      model: wordModel(model),
      ...(previousModel && { previousModel: wordModel(previousModel) }),
      chunk: ({ title }) => [`${title}`],
    }),
    ...(configuration && { configuration }),
  });
}

const plain = new PlatformContext({ id: "notes", fields: [{ name: "title", type: "text" }] });
const other = new PlatformContext({ id: "others", fields: [{ name: "title", type: "text" }] });

describe.skipIf(isMissing)("The tables of a search follow the definitions", () => {
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
  });
  afterAll(() => opened.discard());
  beforeEach(() => dropAllTables(database));

  /** A note with a chunk. */
  const addNote = async (title: string, options: NotesOptions = {}) => {
    const definitions = checkDefinitions(new PlatformApp({ contexts: [notesContext(options)] }));
    const resource = definitions.resources.find(({ search }) => search);
    if (!resource) throw new Error("There are no notes.");
    const id = newId();
    await database.query(sql`insert into notes (id, title) values (${id}::uuid, ${title})`);
    await indexItem({ database }, resource, id);
    return id;
  };
  const refusal = async (models: readonly TableModel[]): Promise<readonly string[]> => {
    const before = await snapshot(database);
    const error = await migrate(database, models).catch((reason: unknown) => reason);
    if (!(error instanceof StartRefusedError)) throw new Error("It was not refused.");
    expect(await snapshot(database)).toEqual(before);
    return error.faults;
  };
  const tables = async () => {
    const rows = await database.query<{ name: string }>(sql`
      select tablename::text as name from pg_tables where schemaname = current_schema() order by 1`);
    return rows.map((row) => row.name).filter((name) => name !== "platform_state");
  };
  const lexemes = async () => {
    const rows = await database.query<{ lexeme: string }>(sql`select lexeme from platform_postings_notes order by 1`);
    return rows.map((row) => row.lexeme);
  };

  test("an embedder brings tables of its own, and a second start changes nothing", async () => {
    const { applied } = await migrate(database, tablesOf(notesContext()));
    const plan = await planChanges(database, tablesOf(notesContext()));

    expect(applied).toEqual([
      "create the table notes",
      "create the table platform_indexed_notes",
      "create the table platform_chunks_notes",
      "create the table platform_postings_notes",
    ]);
    expect(plan).toEqual({ changes: [], unusedTables: [] });
  });

  test("vectors are kept in the row and have an index, so that they are searched through it", async () => {
    await migrate(database, tablesOf(notesContext()));

    const [column] = await database.query(sql`
      select attstorage::text as storage, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = 'platform_chunks_notes'::regclass and attname = 'embedding'`);
    const indexes = await database.query<{ definition: string }>(sql`
      select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'platform_chunks_notes'::regclass`);
    expect(column).toEqual({ storage: "p", type: "vector(64)" });
    expect(indexes.map((index) => index.definition).join()).toContain("USING hnsw (embedding vector_cosine_ops)");
  });

  test("an embedder can be added to a context with items", async () => {
    await migrate(database, tablesOf(plain));
    await database.query(sql`insert into notes (id, title) values (${newId()}::uuid, 'old')`);

    const { applied } = await migrate(database, tablesOf(notesContext()));

    expect(applied).toHaveLength(3);
  });

  test("names that PostgreSQL would cut are kept apart", async () => {
    const long = "x".repeat(47);
    const contexts = [notesContext({ contextId: `${long}1` }), notesContext({ contextId: `${long}2` })];

    await migrate(database, tablesOf(...contexts));

    expect(await tables()).toHaveLength(8);
    expect(await planChanges(database, tablesOf(...contexts))).toEqual({ changes: [], unusedTables: [] });
  });

  test("a changed vector size stops the start while there are chunks, with the way out", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("a bird");

    const faults = await refusal(tablesOf(notesContext({ id: "larger", dimensions: 128 })));

    expect(faults).toEqual([
      "embed:notes: notes has a chunk that was embedded with words, vector(64); its embedder now has larger, vector(128), whose vectors can't be compared with those. To resolve: declare the old model as previousModel of the embedder, start, and run: platform embeddings rebuild, which makes the new vectors while the old ones are searched; or throw the old vectors away, so that items are found by their words only until they are embedded anew after the start, with: platform migrate apply --accept embed:notes",
    ]);
  });

  test("with the old model declared as previousModel nothing stops, and nothing changes", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("a bird");
    const moving = notesContext({ id: "larger", dimensions: 128, previousModel: {} });

    const { applied } = await migrate(database, tablesOf(moving));

    expect(applied).toEqual([]);
    expect(await database.query(sql`select vector_dims(embedding) as size from platform_chunks_notes`)).toEqual([
      { size: 64 },
    ]);
  });

  test("another model with vectors of the same size stops the start as well", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("a bird");

    const faults = await refusal(tablesOf(notesContext({ id: "other-words" })));

    expect(faults[0]).toContain("embedded with words, vector(64); its embedder now has other-words, vector(64)");
  });

  test("accepted, the old chunks go, and their items wait to be embedded anew", async () => {
    await migrate(database, tablesOf(notesContext()));
    const id = await addNote("a bird");
    const larger = { id: "larger", dimensions: 128 };

    const { applied } = await migrate(database, tablesOf(notesContext(larger)), { accept: ["embed:notes"] });

    const waiting = await database.query(sql`
      select id from platform_indexed_notes where stale_since is not null`);
    expect(applied).toHaveLength(1);
    expect(await database.query(sql`select 1 from platform_chunks_notes`)).toEqual([]);
    expect(waiting).toEqual([{ id }]);
    expect(await planChanges(database, tablesOf(notesContext(larger)))).toEqual({ changes: [], unusedTables: [] });
    await addNote("a larger bird", larger);
    expect(await lexemes()).toEqual(["bird", "larger"]);
  });

  test("without chunks, another model is no matter", async () => {
    await migrate(database, tablesOf(notesContext()));

    const { applied } = await migrate(database, tablesOf(notesContext({ id: "larger", dimensions: 128 })));

    expect(applied).toEqual(["embed notes with larger, vector(128)"]);
  });

  test("a changed language indexes the words anew, and loses nothing", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("the singing birds");
    const english = await lexemes();
    const simple = notesContext({ configuration: { language: "simple" } });

    const { applied } = await migrate(database, tablesOf(simple));

    const [chunk] = await database.query(sql`select length from platform_chunks_notes`);
    expect(english).toEqual(["bird", "sing"]);
    expect(applied).toEqual(["index the words of notes as simple"]);
    expect(await lexemes()).toEqual(["birds", "singing", "the"]);
    // Each word is in the title and in the text.
    expect(chunk).toEqual({ length: 12 });
    expect(await planChanges(database, tablesOf(simple))).toEqual({ changes: [], unusedTables: [] });
  });

  test.each(["klingon", "english'; drop table notes; --", "pg_catalog.english", "ENGLISH", "x".repeat(10_000)])(
    "Threat 17: a language that the database does not know stops the start: %j",
    async (language) => {
      const [fault, ...others] = await refusal(tablesOf(notesContext({ configuration: { language } })));

      expect(others).toEqual([]);
      expect(fault).toContain(`context "notes" has the language "${language}"`);
      expect(fault).toMatch(/To resolve: set configuration\.language to one of .*english.*, simple.*$/);
    },
  );

  test("every fault of every context is listed at once", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("a bird");
    const wrong = { configuration: { language: "klingon" } };

    const faults = await refusal(
      tablesOf(notesContext({ ...wrong, dimensions: 32 }), notesContext({ ...wrong, contextId: "others" })),
    );

    expect(faults.map((fault) => fault.split(":").slice(0, 2).join(":"))).toEqual([
      "language:notes",
      "language:others",
      "embed:notes",
    ]);
  });

  test("without its embedder a context keeps its chunks until they are dropped by name, all of them together", async () => {
    await migrate(database, tablesOf(notesContext()));
    await addNote("a bird");

    const kept = await migrate(database, tablesOf(plain));
    const dropped = await migrate(database, tablesOf(plain), { accept: ["drop:platform_indexed_notes"] });

    expect(kept).toEqual({ applied: [], unusedTables: ["platform_indexed_notes"] });
    expect(dropped).toEqual({ applied: ["drop the table platform_indexed_notes"], unusedTables: [] });
    expect(await tables()).toEqual(["notes"]);
  });

  test("a context that is dropped takes its chunks with it", async () => {
    await migrate(database, tablesOf(notesContext(), other));

    const kept = await migrate(database, tablesOf(other));
    await migrate(database, tablesOf(other), { accept: ["drop:notes"] });

    expect(kept.unusedTables).toEqual(["notes"]);
    expect(await tables()).toEqual(["others"]);
  });
});
