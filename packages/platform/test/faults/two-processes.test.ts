import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { lockFolder } from "../../src/storage/embedded/folder-lock.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { sql } from "../../src/storage/sql.ts";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { countTickets, dataOf } from "./ask.ts";
import { cleanUp, deployment, newFolder, run, startPlatform } from "./platform-process.ts";

describe("Two processes of one deployment", () => {
  const leftovers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await cleanUp();
    for (const discard of leftovers.splice(0).reverse()) await discard();
  });

  test.skipIf(postgresUrl === undefined)(
    "on PostgreSQL, three that start at once all come up: tables are made once, and the seed runs once",
    async () => {
      const { url: databaseUrl, drop } = await createPostgresDatabase();
      leftovers.push(drop);

      const platforms = await Promise.all([1, 2, 3].map(() => startPlatform({ DATABASE_URL: databaseUrl })));

      const counts = await Promise.all(platforms.map((platform) => countTickets(platform.url)));
      expect(counts).toEqual([100, 100, 100]);
      const database = await openPostgres({ url: databaseUrl, connections: 1 });
      leftovers.push(() => database.close());
      expect(await database.query(sql`select key from platform_state where key = 'seeded'`)).toHaveLength(1);
      const [first, second] = platforms;
      const { ticketsCreateOne } = await dataOf<{ ticketsCreateOne: { item: { id: string } } }>(
        first?.url ?? "",
        `mutation { ticketsCreateOne(input: { title: "Shared" }) { item { id } } }`,
      );
      const found = await dataOf(second?.url ?? "", "query ($id: ID!) { ticketsById(id: $id) { title } }", {
        id: ticketsCreateOne.item.id,
      });
      expect(found).toEqual({ ticketsById: { title: "Shared" } });
    },
  );

  test("on the embedded database, the second process on a folder is refused with the way out, and the first is not disturbed", async () => {
    const folder = await newFolder();
    const first = await startPlatform({ PLATFORM_DATA_DIR: folder });

    const second = await run(["start", deployment], { PLATFORM_DATA_DIR: folder });

    expect(second).toEqual({
      code: 1,
      output: "",
      complaint: `The data folder ${folder} is in use by process ${first.pid}. Stop that one first, choose another folder with PLATFORM_DATA_DIR, or set DATABASE_URL to share one database between processes.\n`,
    });
    expect(await countTickets(first.url)).toBe(100);
  });

  test("on the embedded database, of several that start at once on a new folder exactly one comes up", async () => {
    const folder = await newFolder();

    const outcomes = await Promise.allSettled([1, 2, 3].map(() => startPlatform({ PLATFORM_DATA_DIR: folder })));

    const up = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    expect(up).toHaveLength(1);
    expect(refused).toEqual([expect.stringContaining("is in use by"), expect.stringContaining("is in use by")]);
    expect(await countTickets(up[0]?.url ?? "")).toBe(100);
  });

  test("of many that ask for a folder at once exactly one gets it, and the next one after that has let go", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "lock.pid"), "12345");

    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => lockFolder(folder)));
    const unlocks = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    await unlocks[0]?.();
    const unlock = await lockFolder(folder);

    expect(unlocks).toHaveLength(1);
    await unlock();
  });
});
