import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readImportState } from "../../src/storage/archive/import-state.ts";
import { sql } from "../../src/storage/sql.ts";
import { tableShape, tableSums } from "../support/table-sums.ts";
import { postgresUrl } from "../support/test-database.ts";
import { cleanUpMoves, inFolder, move, newDatabase, sizeOf, succeeded } from "./archive-processes.ts";
import { insertNotes } from "./many-notes.ts";
import { archiveDeployment, launch, newFolder, type PlatformProcess, run } from "./platform-process.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

const config = archiveDeployment;
const kills = faultRounds(20);
const many = isSoak ? 20_000 : 1500;
/** Each has to open its folder once more. */
const killsOfEmbedded = isSoak ? 5 : 1;
const timeout = 240_000 + kills * 60_000;

describe.skipIf(postgresUrl === undefined)("platform export and platform import", () => {
  let source: Awaited<ReturnType<typeof newDatabase>>;
  let archive: string;

  beforeAll(async () => {
    source = await newDatabase();
    archive = join(await newFolder(), "many.ndjson");
    await run(["migrate", "apply", config], source.environment);
    await insertNotes(source.database, many);
  }, timeout);
  afterAll(cleanUpMoves);

  test(`survive ${kills} kills with kill -9 each: no half of an archive is left, and the import of ${many} notes goes on where it was`, {
    timeout,
  }, async ({ annotate }) => {
    const target = await newDatabase();

    let cutOff = 0;
    for (let attempt = 0; cutOff < kills && attempt < kills + 10; attempt++) {
      const victim = launch(move("export", archive, config), source.environment);
      const enough = Math.random() * many * 2000;
      const isInTheMiddle = await until(async () => (await partialSize(archive)) > enough, victim);
      victim.kill("SIGKILL");
      await victim.ended;
      // Some are faster than the kill.
      if (existsSync(archive)) await rm(archive);
      else if (isInTheMiddle) cutOff += 1;
    }
    expect(cutOff).toBe(kills);
    const { sha256 } = await succeeded(run(move("export", archive, config), source.environment));
    expect(await readdir(dirname(archive))).toEqual(["many.ndjson"]);
    const places: number[] = [];
    for (let round = 0; round < kills; round++) {
      const victim = launch(move("import", archive, config), target.environment);
      const place = places.at(-1) ?? 0;
      const isFurther = async () => ((await readImportState(target.database))?.lines ?? 0) > place;
      expect(await until(isFurther, victim)).toBe(true);
      victim.kill("SIGKILL");
      await victim.ended;
      places.push((await readImportState(target.database))?.lines ?? 0);
      if (round > 0) continue;
      for (const command of [["start"], ["migrate", "apply"]]) {
        const refused = await run([...command, config], target.environment);
        expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining("holds a part of an archive") });
      }
    }
    const builder = launch(move("import", archive, config), target.environment);
    const isBuilding = async () => {
      const found = await target.database.query(sql`
        select 1 from pg_stat_activity where datname = current_database() and query like 'create index%using hnsw%'`);
      return found.length > 0;
    };
    expect(await until(isBuilding, builder)).toBe(true);
    builder.kill("SIGKILL");
    await builder.ended;
    const imported = await succeeded(run(move("import", archive, config), target.environment));

    await annotate(
      `${kills} kills of the export, ${kills} of the import: at lines ${places.join(", ")}; one more while the vectors were indexed`,
    );
    expect(imported).toMatchObject({ sha256, isResumed: true, tables: { notes: many, platform_chunks_notes: many } });
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(await tableSums(target.database)).toEqual(await tableSums(source.database));
    expect(await tableShape(target.database)).toEqual(await tableShape(source.database));
  });

  test(`survive kill -9 (${killsOfEmbedded}) while ${many} notes go into the embedded database: the folder can be used, and the import goes on where it was`, {
    timeout,
  }, async ({ annotate }) => {
    const folder = await newFolder();
    const tables = join(folder, "database", "base");
    const fromSource = join(dirname(archive), "for-embedded.ndjson");
    await succeeded(run(move("export", fromSource, config), source.environment));

    const places: number[] = [];
    for (let round = 0; round < killsOfEmbedded; round++) {
      const victim = launch(move("import", fromSource, config), { PLATFORM_DATA_DIR: folder });
      expect(await until(async () => existsSync(tables), victim)).toBe(true);
      const enough = (await folderSize(tables)) + (many * 1500) / killsOfEmbedded;
      expect(await until(async () => (await folderSize(tables)) > enough, victim)).toBe(true);
      victim.kill("SIGKILL");
      await victim.ended;
      places.push((await inFolder(folder, readImportState))?.lines ?? 0);
    }
    const imported = await succeeded(run(move("import", fromSource, config), { PLATFORM_DATA_DIR: folder }));

    await annotate(`killed at lines ${places.join(", ")}`);
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(imported).toMatchObject({ isResumed: true, tables: { notes: many, platform_chunks_notes: many } });
    expect(await inFolder(folder, tableSums)).toEqual(await tableSums(source.database));
  });

  /** As `eventually`, but closer, and only as long as the process lives; says whether it became true. */
  async function until(claim: () => Promise<boolean>, { ended }: PlatformProcess): Promise<boolean> {
    let isOver = false;
    ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      if (await claim()) return true;
      await wait(5);
    }
    return false;
  }

  async function partialSize(file: string): Promise<number> {
    const names = await readdir(dirname(file));
    const sizes = names.filter((name) => name.endsWith(".partial")).map((name) => sizeOf(join(dirname(file), name)));
    return Math.max(0, ...(await Promise.all(sizes)));
  }

  async function folderSize(folder: string): Promise<number> {
    const names = await readdir(folder, { recursive: true });
    const sizes = await Promise.all(names.map((name) => sizeOf(join(folder, name))));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
});
