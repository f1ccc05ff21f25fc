import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { createPlatform } from "../../src/main/create-platform.ts";
import { readImportState } from "../../src/storage/archive/import-state.ts";
import type { Database } from "../../src/storage/database.ts";
import type { FileStore } from "../../src/storage/files/file-store.ts";
import { upload } from "../support/file-client.ts";
import { createHousehold, type Household } from "../support/household.ts";
import { createArticle } from "../support/search-client.ts";
import { tableSums } from "../support/table-sums.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, testSecret } from "../support/test-platform.ts";

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
    ["is something else", () => "id,title\n1,Bees\n", /no archive/],
  ];

  test.each(spoiled)("of an archive that %s is refused, and changes nothing", async (_, content, reason) => {
    await write("spoiled", content());

    const faults = await refused(household.import(target.database, "spoiled"));

    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(reason);
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
    const broken: FileStore = {
      ...household.files,
      get: async () => undefined,
      put: async () => {
        throw new Error("The disk is full.");
      },
    };
    const { app, queues, files } = household;
    await expect(household.import(target.database, "whole.ndjson", { files: broken })).rejects.toThrow(
      "The disk is full.",
    );
    const state = await readImportState(target.database);
    const options = { database: target.database, queues, files, secrets: [testSecret] as const };

    const atStart = await refused(createPlatform(app, options));
    const ofAnother = await refused(household.import(target.database, "other.ndjson"));
    const imported = await household.import(target.database, "whole.ndjson");

    expect(state?.lines).toBeGreaterThan(10);
    expect(atStart).toEqual([expect.stringContaining("run platform import with the same archive once more")]);
    expect(ofAnother).toEqual([expect.stringContaining("a part of another archive")]);
    expect(imported.isResumed).toBe(true);
    expect(await tableSums(target.database)).toEqual(sums);
  });

  test("and an export never write over anything: a name that is taken is refused", async () => {
    await write("taken.ndjson", "mine");

    const faults = await refused(household.export(target.database, "taken.ndjson"));

    expect(faults).toEqual([expect.stringContaining("there is a file")]);
    expect(await readFile(join(household.folder, "taken.ndjson"), "utf8")).toBe("mine");
  });
});
