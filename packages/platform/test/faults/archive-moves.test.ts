import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { tableShape, tableSums } from "../support/table-sums.ts";
import { postgresUrl } from "../support/test-database.ts";
import { cleanUpMoves, type Environment, inFolder, move, newDatabase, sizeOf, succeeded } from "./archive-processes.ts";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { insertNotes } from "./many-notes.ts";
import {
  archiveDeployment,
  launch,
  newFolder,
  type PlatformProcess,
  run,
  stagesDeployment,
  startPlatform,
  startServer,
} from "./platform-process.ts";
import { mostMemoryOf } from "./process-memory.ts";
import { isSoak } from "./soak-rounds.ts";

const search = `{ notesVectorSearch(query: "honey", method: hybridSearch) { chunks { chunk_id chunk_content item_name } } }`;

describe.skipIf(postgresUrl === undefined)("platform export and platform import", () => {
  afterAll(cleanUpMoves);

  const stopped = async (platform: PlatformProcess) => {
    platform.kill("SIGTERM");
    await platform.ended;
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

    const tooEarly = await run(move("export", join(archives, "early.ndjson"), stagesDeployment), embedded);
    await stopped(first);
    const up = join(archives, "up.ndjson.gz");
    const exported = await succeeded(run(move("export", up, stagesDeployment), embedded));
    const sums = await inFolder(folder, tableSums);
    const { environment, database } = await newDatabase();
    const imported = await succeeded(run(move("import", up, stagesDeployment), environment));
    const onPostgres = await tableSums(database);
    const second = await startServer("api", stagesDeployment, environment);
    const running = await tableSums(database);
    const down = join(archives, "down.ndjson");
    await succeeded(run(move("export", down, stagesDeployment), environment));
    // Now only: a search is counted in the statistics.
    const after = await found(second.url);
    await stopped(second);
    const back = await newFolder();
    await succeeded(run(move("import", down, stagesDeployment), { PLATFORM_DATA_DIR: back }));

    expect(tooEarly).toMatchObject({ code: 1, complaint: expect.stringContaining("is in use by process") });
    expect(existsSync(join(archives, "early.ndjson"))).toBe(false);
    expect(imported).toMatchObject({ sha256: exported.sha256, tables: exported.tables, isResumed: false });
    expect(onPostgres).toEqual(sums);
    expect(before).toHaveLength(3);
    expect(after).toEqual(before);
    expect(await inFolder(back, tableSums)).toEqual(running);
  });

  let filled: ReturnType<typeof newDatabase> | undefined;
  /** The same for both ways: to fill it takes minutes. */
  const filledDatabase = () => {
    filled ??= newDatabase().then(async (source) => {
      await run(["migrate", "apply", archiveDeployment], source.environment);
      await insertNotes(source.database, 100_000);
      return source;
    });
    return filled;
  };
  for (const way of ["directly", "by way of the embedded database"] as const) {
    test.runIf(isSoak)(
      `move 100,000 notes from PostgreSQL to PostgreSQL ${way} in little memory`,
      { timeout: 3_600_000 },
      async ({ annotate }) => {
        const source = await filledDatabase();
        const target = await newDatabase();
        const between = { PLATFORM_DATA_DIR: await newFolder() };
        const folder = await newFolder();
        const [first, second] = [join(folder, "first.ndjson.gz"), join(folder, "second.ndjson.gz")];
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
          const { seconds, memory, outcome } = await measured(move(command, archive, archiveDeployment), environment);
          await succeeded(Promise.resolve(outcome));
          const where = environment === between ? "embedded" : "PostgreSQL";
          figures.push(`${command}, ${where}: ${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB`);
          // The embedded database has some of its own.
          expect(memory, figures.at(-1)).toBeLessThan(environment === between ? 1500 : 400);
        }

        await annotate(`${figures.join("; ")}; the archive has ${Math.round((await sizeOf(first)) / 1024 / 1024)} MB`);
        expect(await tableSums(target.database)).toEqual(await tableSums(source.database));
        expect(await tableShape(target.database)).toEqual(await tableShape(source.database));
      },
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
