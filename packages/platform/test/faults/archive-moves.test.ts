import { existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { readImportState } from "../../src/storage/archive/import-state.ts";
import type { Database } from "../../src/storage/database.ts";
import { openEmbedded } from "../../src/storage/embedded/open-embedded.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { tableSums } from "../support/table-sums.ts";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { insertNotes } from "./many-notes.ts";
import {
  cleanUp,
  launch,
  newFolder,
  type Outcome,
  type PlatformProcess,
  run,
  stagesDeployment,
  startPlatform,
  startServer,
} from "./platform-process.ts";
import { mostMemoryOf } from "./process-memory.ts";
import { faultRounds, isSoak } from "./soak-rounds.ts";

type Environment = Readonly<Record<string, string>>;

const move = (command: "export" | "import", archive: string) => [
  ...[command, archive, "--config", stagesDeployment, "--json"],
];
const migrate = ["migrate", "apply", stagesDeployment];
const search = `{ notesVectorSearch(query: "honey", method: hybridSearch) { chunks { chunk_id chunk_content item_name } } }`;

describe.skipIf(postgresUrl === undefined)("platform export and platform import", () => {
  const leftovers: (() => Promise<void>)[] = [];

  afterAll(async () => {
    await cleanUp();
    for (const discard of leftovers.reverse()) await discard();
  });

  const newDatabase = async (): Promise<{ environment: Environment; database: Database }> => {
    const { url, drop } = await createPostgresDatabase();
    const database = await openPostgres({ url, connections: 2 });
    leftovers.push(drop, () => database.close());
    return { environment: { DATABASE_URL: url, PLATFORM_DATA_DIR: await newFolder() }, database };
  };
  const inFolder = async <Result>(folder: string, work: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openEmbedded(folder);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const stopped = async (platform: PlatformProcess) => {
    platform.kill("SIGTERM");
    await platform.ended;
  };
  const succeeded = async (outcome: Promise<Outcome>): Promise<Readonly<Record<string, unknown>>> => {
    const { code, output, complaint } = await outcome;
    expect(complaint).toBe("");
    expect(code).toBe(0);
    return JSON.parse(output) as Readonly<Record<string, unknown>>;
  };

  test("move a deployment from the embedded database to PostgreSQL and back: every row, chunk and right is the same", async () => {
    const folder = await newFolder();
    const archives = await newFolder();
    const embedded = { PLATFORM_DATA_DIR: folder };
    const first = await startPlatform(embedded, stagesDeployment);
    await dataOf(
      first.url,
      `mutation {
        one: notesCreateOne(input: { title: "Bees", body: "honey\\nand more honey" }) { item { id } }
        two: notesCreateOne(input: { title: "Wasps", body: "no honey", RBAC: { type: "public" } }) { item { id } }
        rolesCreateOne(input: { name: "staff", contexts: WRITE }) { item { id } }
        usersCreateOne(input: { email: "ann@example.com", password: "a long password" }) { item { id } }
        variablesCreateOne(input: { name: "KEY", value: "sesame" }) { item { id } }
      }`,
    );
    await eventually(async () => (await found(first.url)).length === 3);
    const before = await found(first.url);

    const tooEarly = await run(move("export", join(archives, "early.ndjson")), embedded);
    await stopped(first);
    const up = join(archives, "up.ndjson.gz");
    const exported = await succeeded(run(move("export", up), embedded));
    const sums = await inFolder(folder, tableSums);
    const { environment, database } = await newDatabase();
    const imported = await succeeded(run(move("import", up), environment));
    const onPostgres = await tableSums(database);
    const second = await startServer("api", stagesDeployment, environment);
    const running = await tableSums(database);
    const down = join(archives, "down.ndjson");
    await succeeded(run(move("export", down), environment));
    // Now only: a search is counted in the statistics.
    const after = await found(second.url);
    await stopped(second);
    const back = await newFolder();
    await succeeded(run(move("import", down), { PLATFORM_DATA_DIR: back }));

    expect(tooEarly).toMatchObject({ code: 1, complaint: expect.stringContaining("is in use by process") });
    expect(existsSync(join(archives, "early.ndjson"))).toBe(false);
    expect(imported).toMatchObject({ sha256: exported.sha256, tables: exported.tables, isResumed: false });
    expect(onPostgres).toEqual(sums);
    expect(before).toHaveLength(3);
    expect(after).toEqual(before);
    expect(await inFolder(back, tableSums)).toEqual(running);
  });

  const kills = faultRounds(20);
  const many = isSoak ? 20_000 : 3000;
  test(`survive ${kills} kills with kill -9 each: no half of an archive is left, and the import of ${many} notes goes on where it was`, {
    timeout: 240_000 + kills * 60_000,
  }, async ({ annotate }) => {
    const source = await newDatabase();
    const target = await newDatabase();
    const archive = join(await newFolder(), "many.ndjson");
    await run(migrate, source.environment);
    await insertNotes(source.database, many);

    let cutOff = 0;
    for (let attempt = 0; cutOff < kills && attempt < kills + 10; attempt++) {
      const victim = launch(move("export", archive), source.environment);
      const enough = Math.random() * 200_000;
      const isInTheMiddle = await until(async () => (await sizeOf(`${archive}.partial`)) > enough, victim);
      victim.kill("SIGKILL");
      await victim.ended;
      // Some are faster than the kill.
      if (existsSync(archive)) await rm(archive);
      else if (isInTheMiddle) cutOff += 1;
    }
    expect(cutOff).toBe(kills);
    const { sha256 } = await succeeded(run(move("export", archive), source.environment));
    const places: number[] = [];
    for (let round = 0; round < kills; round++) {
      const victim = launch(move("import", archive), target.environment);
      const place = places.at(-1) ?? 0;
      const isFurther = async () => ((await readImportState(target.database))?.lines ?? 0) > place;
      expect(await until(isFurther, victim)).toBe(true);
      victim.kill("SIGKILL");
      await victim.ended;
      places.push((await readImportState(target.database))?.lines ?? 0);
      if (round > 0) continue;
      const refused = await run(["start", stagesDeployment], target.environment);
      expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining("holds a part of an archive") });
    }
    const imported = await succeeded(run(move("import", archive), target.environment));

    await annotate(`${kills} kills of the export, ${kills} of the import: at lines ${places.join(", ")}`);
    expect(imported).toMatchObject({ sha256, isResumed: true, tables: { notes: many, platform_chunks_notes: many } });
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(await tableSums(target.database)).toEqual(await tableSums(source.database));
  });

  for (const way of ["directly", "by way of the embedded database"] as const) {
    test.runIf(isSoak)(
      `move 100,000 notes from PostgreSQL to PostgreSQL ${way} in little memory`,
      { timeout: 3_600_000 },
      async ({ annotate }) => {
        const source = await newDatabase();
        const target = await newDatabase();
        const between = { PLATFORM_DATA_DIR: await newFolder() };
        const folder = await newFolder();
        const [first, second] = [join(folder, "first.ndjson.gz"), join(folder, "second.ndjson.gz")];
        await run(migrate, source.environment);
        await insertNotes(source.database, 100_000);
        const steps: readonly (readonly ["export" | "import", string, Environment])[] = [
          ["export", first, source.environment],
          ...(way === "directly"
            ? ([["import", first, target.environment]] as const)
            : ([
                ["import", first, between],
                ["export", second, between],
                ["import", second, target.environment],
              ] as const)),
        ];

        const figures: string[] = [];
        for (const [command, archive, environment] of steps) {
          const { seconds, memory, outcome } = await measured(move(command, archive), environment);
          await succeeded(Promise.resolve(outcome));
          const where = environment === between ? "embedded" : "PostgreSQL";
          figures.push(`${command}, ${where}: ${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB`);
          // The embedded database has some of its own.
          expect(memory, figures.at(-1)).toBeLessThan(environment === between ? 1500 : 400);
        }

        await annotate(`${figures.join("; ")}; the archive has ${Math.round((await sizeOf(first)) / 1024 / 1024)} MB`);
        expect(await tableSums(target.database)).toEqual(await tableSums(source.database));
      },
    );
  }

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

  async function sizeOf(file: string): Promise<number> {
    return stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  }

  async function found(url: string): Promise<readonly unknown[]> {
    const { notesVectorSearch } = await dataOf<{ notesVectorSearch: { chunks: readonly unknown[] } }>(url, search);
    return notesVectorSearch.chunks;
  }

  async function measured(parameters: readonly string[], environment: Environment) {
    const begun = performance.now();
    const started = launch(parameters, environment);
    const memory = await mostMemoryOf(started);
    const seconds = (performance.now() - begun) / 1000;
    return { memory, seconds, outcome: await started.ended };
  }
});
