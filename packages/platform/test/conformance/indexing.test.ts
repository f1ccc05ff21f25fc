import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { newId } from "../../src/foundation/ids.ts";
import { indexItem } from "../../src/indexing/index-item.ts";
import { indexStaleItems } from "../../src/indexing/index-stale-items.ts";
import type { Database } from "../../src/storage/database.ts";
import { name, sql } from "../../src/storage/sql.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { tableModels } from "../../src/storage/tables/table-model.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { wordModel } from "../support/word-model.ts";

const model = wordModel();

const notes = new PlatformContext({
  id: "notes",
  fields: [
    { name: "title", type: "text" },
    { name: "body", type: "longtext" },
  ],
  embedder: new PlatformEmbedder({
    id: "lines",
    name: "Lines",
    model,
    chunk: ({ body }) => String(body ?? "").split("\n"),
  }),
});

describe.skipIf(isMissing)("Indexing keeps the chunks of an item in line with it", () => {
  const definitions = checkDefinitions(new PlatformApp({ contexts: [notes] }));
  const found = definitions.resources.find((resource) => resource.id === "notes");
  if (!found) throw new Error("There are no notes.");
  const resource = found;
  let opened: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    opened = await openTestDatabase();
    database = opened.database;
    await migrate(database, tableModels(definitions));
  });
  afterAll(() => opened.discard());
  beforeEach(() => database.run("delete from notes"));
  afterEach(() => {
    model.gate = undefined;
    model.failure = undefined;
    model.embedded.splice(0);
  });

  const write = async (body: string, id = newId()) => {
    await database.query(sql`
      insert into notes (id, title, body) values (${id}::uuid, 'Note', ${body})
      on conflict (id) do update set body = excluded.body, "updatedAt" = now()`);
    return id;
  };
  const contents = async (id: string) => {
    const rows = await database.query<{ content: string }>(sql`
      select content from platform_chunks_notes where item_id = ${id}::uuid order by index`);
    return rows.map((row) => row.content);
  };
  /** What the postings should be, worked out from the chunks; equal to what they are when nothing was lost. */
  const difference = () =>
    database.query(sql`
      (select lexeme, number, frequency, length from platform_postings_notes join platform_chunks_notes using (length) where chunk = number
       except
       select word.lexeme, number, (select sum(case weight when 'A' then 3 else 1 end) from unnest(word.weights) as weight), length
       from platform_chunks_notes, unnest(search) as word)
      union all
      (select word.lexeme, number, (select sum(case weight when 'A' then 3 else 1 end) from unnest(word.weights) as weight), length
       from platform_chunks_notes, unnest(search) as word
       except
       select lexeme, chunk, frequency, length from platform_postings_notes)`);
  const count = async (table: string) => {
    const [row] = await database.query<{ count: number }>(sql`select count(*) from ${name(table)}`);
    return row?.count;
  };

  test("indexing twice changes nothing the second time", async () => {
    const id = await write("one\ntwo");
    await indexItem({ database }, resource, id);
    const before = await database.query(sql`select * from platform_chunks_notes order by index`);
    model.embedded.splice(0);

    expect(await indexItem({ database }, resource, id)).toBe("indexed");

    expect(await database.query(sql`select * from platform_chunks_notes order by index`)).toEqual(before);
    expect(model.embedded).toEqual([]);
  });

  test("an item that is gone is no error", async () => {
    expect(await indexItem({ database }, resource, newId())).toBe("gone");
  });

  test("an item that is removed while its chunks are made gets none", async () => {
    const id = await write("one");
    const { promise, resolve } = Promise.withResolvers<void>();
    model.gate = promise;

    const indexing = indexItem({ database }, resource, id);
    await expect.poll(() => model.waiting).toBe(1);
    await database.query(sql`delete from notes where id = ${id}::uuid`);
    resolve();

    expect(await indexing).toBe("gone");
    expect(await count("platform_chunks_notes")).toBe(0);
    expect(await count("platform_indexed_notes")).toBe(0);
  });

  test("indexing that comes late never overwrites what is newer", async () => {
    const id = await write("old");
    const { promise, resolve } = Promise.withResolvers<void>();
    model.gate = promise;
    const late = indexItem({ database }, resource, id);
    // It has read the old text, and waits for the model.
    await expect.poll(() => model.waiting).toBe(1);

    await write("new", id);
    model.gate = undefined;
    await indexItem({ database }, resource, id);
    const afterNewer = await contents(id);
    resolve();
    await late;

    expect(afterNewer).toEqual(["new"]);
    expect(await contents(id)).toEqual(["new"]);
    expect(await difference()).toEqual([]);
  });

  test("a change of the item that leaves its updatedAt as it was is seen all the same", async () => {
    const id = await write("old");
    const { promise, resolve } = Promise.withResolvers<void>();
    model.gate = promise;
    const late = indexItem({ database }, resource, id);
    await expect.poll(() => model.waiting).toBe(1);
    await database.query(sql`update notes set body = 'new' where id = ${id}::uuid`);
    model.gate = undefined;
    resolve();
    await late;

    expect(await contents(id)).toEqual(["new"]);
  });

  test("the chunks of an item change all at once: no reader sees a mixture", async () => {
    const id = await write(Array.from({ length: 30 }, (_, line) => `first ${line}`).join("\n"));
    await indexItem({ database }, resource, id);
    const seen: string[] = [];
    let isDone = false;
    const watch = async () => {
      while (!isDone) {
        const words = new Set((await contents(id)).map((content) => content.split(" ")[0]));
        seen.push([...words].join("+"));
      }
    };

    const watching = watch();
    for (const round of ["second", "third", "fourth"]) {
      await write(Array.from({ length: 30 }, (_, line) => `${round} ${line}`).join("\n"), id);
      await indexItem({ database }, resource, id);
    }
    isDone = true;
    await watching;

    expect(new Set(seen).isSubsetOf(new Set(["first", "second", "third", "fourth"]))).toBe(true);
  });

  test("a failure of the model leaves the old chunks as they were", async () => {
    const id = await write("old");
    await indexItem({ database }, resource, id);
    await write("new", id);
    model.failure = new Error("the model is down");

    await expect(indexItem({ database }, resource, id)).rejects.toThrow("the model is down");

    expect(await contents(id)).toEqual(["old"]);
  });

  test.each([
    ["too few numbers", Float32Array.from([1, 0]), "The model words gave a vector of 2 numbers instead of 64."],
    ["no numbers", new Float32Array(64).fill(Number.NaN), "The model words gave a vector that holds no numbers."],
  ])("a vector with %s is refused", async (_what, vector, message) => {
    const id = await write("text");
    const broken = { ...model, embed: async () => [vector] };
    const embedder = new PlatformEmbedder({ ...(notes.embedder?.options ?? never()), model: broken });
    const search = resource.search ?? never();

    const indexing = indexItem({ database }, { ...resource, search: { ...search, embedder } }, id);

    await expect(indexing).rejects.toThrow(message);
    expect(await contents(id)).toEqual([]);
  });

  test("8 writers at once on the same and on other items: nothing is lost, doubled or locked for good", {
    timeout: 120_000,
  }, async () => {
    const shared = await Promise.all([write("shared"), write("shared"), write("shared")]);
    const writer = async (number: number) => {
      for (let round = 0; round < 12; round++) {
        const own = await write(`common words of writer${number} in round${round}\ncommon and more`);
        await indexItem({ database }, resource, own);
        const id = shared[(number + round) % shared.length] ?? own;
        await write(`common words, last by writer${number} in round${round}\nunchanged line`, id);
        await indexItem({ database }, resource, id);
        if (round % 3 === 0) await database.query(sql`delete from notes where id = ${own}::uuid`);
      }
    };

    await Promise.all(Array.from({ length: 8 }, (_, number) => writer(number)));

    const items = await database.query<{ id: string; body: string }>(sql`select id, body from notes`);
    expect(items).toHaveLength(3 + 8 * 8);
    for (const { id, body } of items) expect(await contents(id)).toEqual(body.split("\n"));
    expect(await difference()).toEqual([]);
    const [holding] = await database.query<{ count: number }>(sql`
      select count(*) from platform_postings_notes where lexeme = 'common'`);
    expect(holding?.count).toBe(items.length * 2 - 3);
    expect(await count("platform_indexed_notes")).toBe(items.length);
  });

  test("removing an item takes its chunks, postings and state with it, whoever removes it", async () => {
    const ids = await Promise.all([write("one\ntwo"), write("three"), write("four")]);
    for (const id of ids) await indexItem({ database }, resource, id);

    await database.query(sql`delete from notes where body <> 'four'`);

    expect(await count("platform_chunks_notes")).toBe(1);
    expect(await count("platform_indexed_notes")).toBe(1);
    expect(await difference()).toEqual([]);
  });

  test("items that were marked and never indexed are made up for, failures stay marked", async () => {
    const [good, bad] = [await write("good"), await write("bad")];
    for (const id of [good, bad]) {
      await database.query(sql`
        insert into platform_indexed_notes (id, stale_since) values (${id}::uuid, now() - interval '1 hour')`);
    }
    const embed = model.embed;
    const reported: string[] = [];
    const failing = {
      ...model,
      embed: (texts: readonly string[]) => (texts[0]?.includes("bad") ? fail() : embed(texts, { purpose: "passage" })),
    };
    const embedder = new PlatformEmbedder({ ...(notes.embedder?.options ?? never()), model: failing });
    const search = resource.search ?? never();

    await indexStaleItems(
      { database },
      { ...resource, search: { ...search, embedder } },
      {
        olderThanInSeconds: 60,
        report: (_error, _resource, id) => reported.push(id),
      },
    );

    const stale = await database.query<{ id: string }>(sql`
      select id from platform_indexed_notes where stale_since is not null`);
    expect(await contents(good)).toEqual(["good"]);
    expect(reported).toEqual([bad]);
    expect(stale.map((row) => row.id)).toEqual([bad]);
  });

  test("what waits is shared out among processes: nothing is embedded twice", async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, (_, number) => write(`text ${number}`)));
    for (const id of ids) {
      await database.query(sql`insert into platform_indexed_notes (id, stale_since) values (${id}::uuid, now())`);
    }
    const embedded: string[] = [];
    const counting = {
      ...model,
      embed: async (texts: readonly string[]) => {
        embedded.push(...texts);
        await wait(5);
        return model.embed(texts, { purpose: "passage" });
      },
    };
    const embedder = new PlatformEmbedder({ ...(notes.embedder?.options ?? never()), model: counting });
    const counted = { ...resource, search: { ...(resource.search ?? never()), embedder } };
    const work = () => indexStaleItems({ database }, counted, { olderThanInSeconds: 0, report: never });

    await Promise.all([work(), work(), work()]);

    expect(embedded).toHaveLength(ids.length);
    expect(await count("platform_chunks_notes")).toBe(ids.length);
  });

  test("odd texts are kept as they can be: empty lines left out, broken characters mended, long ones indexed in part", async () => {
    const id = await write(`\n  \nhalf \ud83d\n${"long ".repeat(60_000)}`.replace("\ud83d", "\ufffd"));

    await indexItem({ database }, resource, id);

    const kept = await contents(id);
    expect(kept).toHaveLength(2);
    expect(kept[0]).toBe("half \ufffd");
    expect(kept[1]).toHaveLength(300_000);
  });
});

function never(): never {
  throw new Error("This is always there.");
}

async function fail(): Promise<never> {
  throw new Error("the model refuses");
}
