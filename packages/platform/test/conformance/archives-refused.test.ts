import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { createPlatform } from "../../src/main/create-platform.ts";
import { checkTables } from "../../src/main/doctor/check-inside.ts";
import { openEngine } from "../../src/main/open-queues.ts";
import { insertOutbox } from "../../src/queues/outbox.ts";
import { addNow } from "../../src/queues/queue-engine.ts";
import { importRemedy, readImportState } from "../../src/storage/archive/import-state.ts";
import type { Database } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { planChanges } from "../../src/storage/tables/plan-changes.ts";
import { upload } from "../support/file-client.ts";
import { articleFields, createHousehold, fullStore, type Household } from "../support/household.ts";
import { sealed } from "../support/sealed-archive.ts";
import { createArticle } from "../support/search-client.ts";
import { tableSums } from "../support/table-sums.ts";
import { isMissing, isOnPostgres, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, testSecret } from "../support/test-platform.ts";
import { emptyRedis } from "../support/workshop.ts";

describe.skipIf(isMissing)("An import", { timeout: 60_000 }, () => {
  let household: Household;
  let lines: readonly string[];
  let sums: Readonly<Record<string, string>>;
  let target: TestDatabase;

  beforeAll(async () => {
    household = await createHousehold();
    const { app, queues, files } = household;
    const source = await startTestPlatform(app, { queues, files });
    const { body } = await upload(source, { "x-api-key": developmentKey }, "articles.scan", {
      name: "words.pdf",
      bytes: "%PDF-1.7\nwords",
    });
    await createArticle(source, { title: "Bees", body: "honey", kind: "ODD", scan: body.file });
    await createArticle(source, { title: "Wasps", body: "no honey" });
    await source.data(`mutation { variablesCreateOne(input: { name: "KEY", value: "sesame" }) { item { id } } }`);
    await queues.queue("later")?.queue.add("plain", {});
    await source.platform.http.close();
    sums = await tableSums(source.database);
    await household.export(source.database, "whole.ndjson");
    // Of the same data, at another moment.
    await household.export(source.database, "other.ndjson");
    await source.close();
    lines = (await readFile(join(household.folder, "whole.ndjson"), "utf8")).split("\n");
  }, 120_000);
  beforeEach(async () => {
    await target?.discard();
    target = await openTestDatabase();
  });
  afterAll(async () => {
    await target?.discard();
    await household?.discard();
  });

  const write = (name: string, content: string | Uint8Array) => writeFile(join(household.folder, name), content);
  const refused = async (promise: Promise<unknown>): Promise<readonly string[]> => {
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartRefusedError);
    return (error as StartRefusedError).faults;
  };
  const isUntouched = async (database: Database) => expect(await tableSums(database)).toEqual({});

  const whole = () => lines.join("\n");
  const titleLine = () => lines.findIndex((line) => line.includes("Bees") && line.startsWith("["));
  const spoiled: readonly (readonly [string, () => string | Uint8Array, RegExp])[] = [
    ["is cut off between two lines", () => `${lines.slice(0, -3).join("\n")}\n`, /cut off after \d+ lines/],
    ["is cut off in the middle of a line", () => whole().slice(0, -100), /cut off after \d+ lines/],
    ["is compressed, and cut off", () => gzipSync(whole()).subarray(0, -200), /cut off after \d+ lines/],
    ["is empty", () => "", /cut off after 0 lines/],
    ["has a value that was changed", () => whole().replace("Bees", "Bugs"), /^table articles was changed/],
    ["lacks a row", () => lines.toSpliced(titleLine(), 1).join("\n"), /^table articles has 1 lines, and should have 2/],
    ["has another header", () => whole().replace(/"createdAt":"2/, '"createdAt":"3'), /^it was changed/],
    ["has more after its end", () => `${whole()}[1]\n`, /more after its end/],
    ["is of another version", () => whole().replace('"version":1', '"version":2'), /version 2.*reads version 1/],
    [
      "has a section in another",
      () => sealed(lines.toSpliced(1, 0, `{"begin":"table","name":"users"}`)),
      /^table users does not end/,
    ],
    [
      "has a path for the id of a file",
      () => whole().replace(/("begin":"file","name":")[^"]+/, "$1../../secret"),
      /^line \d+ can't be read/,
    ],
    ["is something else", () => "id,title\n1,Bees\n", /no archive/],
  ];

  test.each(spoiled)("of an archive that %s is refused, and changes nothing", async (_, content, reason) => {
    await write("spoiled", content());

    const faults = await refused(household.import(target.database, "spoiled"));

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(reason);
    await isUntouched(target.database);
  });

  const chunks = "platform_chunks_articles";
  type Tables = Record<string, { columns: { name: string; type: string }[]; chunks?: Record<string, unknown> }>;
  const forged: readonly (readonly [string, (tables: Tables) => void])[] = [
    ["a type of a vector that says more", (tables) => setType(tables, "vector(64)); drop table users; --")],
    ["a type that is not that of its dimensions", (tables) => setType(tables, "vector(65)")],
    ["dimensions that are no number", (tables) => setDimensions(tables, "64")],
    ["dimensions beyond all measure", (tables) => setDimensions(tables, 1e9)],
    ["chunks of another context", (tables) => Object.assign(tables[chunks]?.chunks ?? {}, { context: "drafts" })],
    ["no word of its chunks", (tables) => delete tables[chunks]?.chunks],
    [
      "chunks where there are none",
      (tables) => Object.assign(tables.articles ?? {}, { chunks: tables[chunks]?.chunks }),
    ],
  ];
  const setType = (tables: Tables, type: string) =>
    Object.assign(tables[chunks]?.columns.find(({ name }) => name === "embedding") ?? {}, { type });
  const setDimensions = (tables: Tables, dimensions: unknown) => {
    const [vectors] = (tables[chunks]?.chunks?.vectors ?? []) as readonly object[];
    Object.assign(vectors ?? {}, { dimensions });
    setType(tables, `vector(${dimensions})`);
  };

  test.each(forged)("of an archive that was made up, with %s, is refused, and changes nothing", async (_, forge) => {
    const header = JSON.parse(lines[0] ?? "");
    forge(Object.fromEntries(header.tables.map((table: { name: string }) => [table.name, table])));
    await write("forged", sealed([JSON.stringify(header), ...lines.slice(1)]));

    const faults = await refused(household.import(target.database, "forged"));

    expect(faults).toEqual([expect.stringMatching(/vectors in platform_chunks_articles|^articles holds chunks/)]);
    await isUntouched(target.database);
  });

  test("into a deployment with other definitions is refused with everything that does not fit, and changes nothing", async () => {
    const other = await createHousehold({
      fields: [
        { name: "title", type: "number", required: true },
        { name: "kind", type: "enum", enumValues: ["plain"] },
        { name: "body", type: "longtext" },
        { name: "scan", type: "file" },
        { name: "author", type: "text", required: true },
      ],
      queue: "sooner",
    });
    await writeFile(join(other.folder, "whole.ndjson"), whole());

    const faults = await refused(
      other.import(target.database, "whole.ndjson", { secret: "another secret, long enough to be one" }),
    );

    expect(faults).toEqual([
      "articles.title is text in the archive, and double precision here",
      'articles.kind may be "odd" in the archive, which is not declared here',
      "it has values of articles.facts, which is not declared here",
      "it has values of articles.price, which is not declared here",
      "articles.author is required here, and the archive has no values for it",
      "it has 1 jobs of the queue later, which is not declared here",
      expect.stringMatching(/encrypted variables.*SESSION_SECRET_PREVIOUS/),
    ]);
    await isUntouched(target.database);
    await other.discard();
  });

  test("into a deployment without a context that nothing was in works", async () => {
    const smaller = await createHousehold({ hasDrafts: false });
    await writeFile(join(smaller.folder, "whole.ndjson"), whole());

    await smaller.import(target.database, "whole.ndjson");

    const { drafts: _, ...others } = sums;
    expect(await tableSums(target.database)).toEqual(others);
    await smaller.discard();
  });

  test("into a database that was started on is refused, naming what is there, and changes nothing", async () => {
    const { app, queues, files } = household;
    const started = await startTestPlatform(app, { on: target, queues, files });
    await createArticle(started, { title: "Here first" });
    await started.platform.http.close();
    const before = await tableSums(target.database);

    const faults = await refused(household.import(target.database, "whole.ndjson"));

    expect(faults).toContain("articles has 1 row");
    expect(await tableSums(target.database)).toEqual(before);
    target = await openTestDatabase();
  });

  test("that stops in the middle keeps the platform from starting, and goes on where it was when it is run again", async () => {
    const { app, queues, files } = household;
    await expect(
      household.import(target.database, "whole.ndjson", { files: fullStore(household.files) }),
    ).rejects.toThrow("The disk is full.");
    const state = await readImportState(target.database);
    const options = { database: target.database, queues, files, secrets: [testSecret] as const };

    const atStart = await refused(createPlatform(app, options));
    const atDoctor = await checkTables(
      target.database,
      checkDefinitions(app, queues.list.keys()),
      "platform.config.ts",
    );
    const ofAnother = await refused(household.import(target.database, "other.ndjson"));
    const imported = await household.import(target.database, "whole.ndjson");

    expect(state?.lines).toBeGreaterThan(10);
    expect(atStart).toEqual([expect.stringContaining("run platform import with the same archive once more")]);
    expect(atDoctor).toEqual([expect.objectContaining({ check: "tables", state: "fault", remedy: importRemedy })]);
    expect(ofAnother).toEqual([expect.stringContaining("a part of another archive")]);
    expect(imported.isResumed).toBe(true);
    expect(await tableSums(target.database)).toEqual(sums);
  });

  test("that stops in the middle can go on with definitions that have more in them", async () => {
    const wider = await createHousehold({ fields: [...articleFields, { name: "note", type: "text", index: true }] });
    await writeFile(join(wider.folder, "whole.ndjson"), whole());
    await expect(
      household.import(target.database, "whole.ndjson", { files: fullStore(household.files) }),
    ).rejects.toThrow("The disk is full.");

    await wider.import(target.database, "whole.ndjson");

    expect((await planChanges(target.database, wider.models())).changes).toEqual([]);
    await wider.discard();
  });

  test("into a deployment that demands more of values is refused, and changes nothing", async () => {
    const stricter = await createHousehold({
      fields: [
        { name: "title", type: "text", required: true, unique: true },
        { name: "body", type: "enum", enumValues: ["honey"], required: true },
        ...articleFields.filter(({ name }) => !["title", "body"].includes(name)),
      ],
    });
    await writeFile(join(stricter.folder, "whole.ndjson"), whole());

    const faults = await refused(stricter.import(target.database, "whole.ndjson"));

    expect(faults).toEqual([
      "articles.title is unique here, and in the archive two rows may have the same",
      "articles.body takes only honey here, and anything in the archive",
      "articles.body is required here, and optional in the archive",
    ]);
    await isUntouched(target.database);
    await stricter.discard();
  });

  const places =
    isOnPostgres && inject("redisUrl") !== undefined
      ? (["the database", "Redis"] as const)
      : (["the database"] as const);
  test.for(places)("where queues hold jobs already, in %s, is refused, and changes nothing", async (place) => {
    const redisUrl = place === "Redis" ? await emptyRedis() : undefined;
    const engine = await openEngine({ database: target.database, logger: pino({ level: "silent" }), redisUrl });
    const queue = await engine.openQueue("later");
    await addNow(queue, [{ name: "old", data: {}, options: { jobId: "old" } }]);
    await queue.close();
    await engine.close();

    const faults = await refused(
      household.import(target.database, "whole.ndjson", redisUrl === undefined ? {} : { redisUrl }),
    );

    expect(faults).toEqual([expect.stringMatching(/^later holds 1 job already; /)]);
    await isUntouched(target.database);
  });

  test("where jobs are still on their way to Redis is refused, and changes nothing", async () => {
    await migrate(target.database, household.models());
    await insertOutbox(target.database, "later", [{ name: "old", data: {}, options: { jobId: "old" } }]);
    const before = await tableSums(target.database);

    const faults = await refused(household.import(target.database, "whole.ndjson"));

    expect(faults).toEqual(["platform_outbox has 1 row"]);
    expect(await tableSums(target.database)).toEqual(before);
  });

  test("and an export never write over anything: a name that is taken is refused", async () => {
    await write("taken.ndjson", "mine");

    const faults = await refused(household.export(target.database, "taken.ndjson"));

    expect(faults).toEqual([expect.stringContaining("there is a file")]);
    expect(await readFile(join(household.folder, "taken.ndjson"), "utf8")).toBe("mine");
  });
});
