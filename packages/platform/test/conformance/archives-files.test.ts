import { rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Exported } from "../../src/operations/archive/export-archive.ts";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import { upload } from "../support/file-client.ts";
import { createHousehold, type Household } from "../support/household.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { developmentKey, startTestPlatform } from "../support/test-platform.ts";

const bytes = "%PDF-1.7\nwords";

describe.skipIf(isMissing)("Files that are no longer what they were", { timeout: 60_000 }, () => {
  let household: Household;
  let exported: Exported;
  let target: TestDatabase;
  const ids: string[] = [];

  beforeAll(async () => {
    household = await createHousehold();
    const { app, queues, files } = household;
    const source = await startTestPlatform(app, { queues, files });
    for (const name of ["whole", "short", "changed", "gone"]) {
      const { body } = await upload(source, { "x-api-key": developmentKey }, "articles.scan", {
        name: `${name}.pdf`,
        bytes,
      });
      ids.push(String(body.file).replace(".pdf", ""));
    }
    await source.platform.http.close();
    const [, short, changed, gone] = ids.map((id) =>
      join(household.folder, "files", id.slice(-2), id.slice(-4, -2), id),
    );
    await truncate(short ?? "", 5);
    await writeFile(changed ?? "", bytes.replace("words", "sword"));
    await rm(gone ?? "");
    exported = await household.export(source.database, "archive.ndjson.gz");
    await source.close();
    target = await openTestDatabase();
  });
  afterAll(async () => {
    await target?.discard();
    await household?.discard();
  });

  test("are named by the export, and keep no archive from being imported", async () => {
    const place = openDiskStore(join(household.folder, "elsewhere"));
    await place.check();

    const imported = await household.import(target.database, "archive.ndjson.gz", { files: place });

    const [whole = "", short = "", changed = "", gone = ""] = ids;
    expect(exported.missingFiles.toSorted()).toEqual([short, changed, gone].toSorted());
    expect(exported.files).toBe(2);
    expect(imported.files).toBe(2);
    expect(await Promise.all([whole, short, changed, gone].map((id) => place.size(id)))).toEqual([
      bytes.length,
      undefined,
      bytes.length,
      undefined,
    ]);
  });
});
