import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkArchive } from "../../src/operations/archive/check-archive.ts";
import { writeArchive } from "../../src/operations/archive/write-archive.ts";
import { type ArchiveWriter, compressed, writeLines } from "../../src/operations/archive/write-lines.ts";

const header = {
  format: "platform archive",
  version: 1,
  createdAt: "2026-11-15T00:00:00.000Z",
  sealedUnder: [],
  tables: [],
  files: 0,
} as const;

async function* portionOf(lines: readonly string[]) {
  yield lines;
}

const rows = (lines: readonly string[]) => async (archive: ArchiveWriter) => {
  await archive.header(header);
  await archive.section({ begin: "table", name: "notes" }, portionOf(lines));
};

/** As a disk that has become full. */
class FullDisk extends Writable {
  override _write(_: unknown, __: string, done: (error: Error) => void): void {
    setImmediate(done, Object.assign(new Error("ENOSPC: no space left on device, write"), { syscall: "write" }));
  }
}

describe("An archive that is written", () => {
  for (const [kind, open] of [
    ["as it is", (disk: Writable) => disk],
    ["compressed", compressed],
  ] as const) {
    test(`to a disk that was full while nobody waited, ${kind}, fails with that instead of waiting for ever`, async () => {
      const disk = new FullDisk();
      const sink = open(disk);
      const isClosed = Promise.withResolvers<void>();
      disk.on("error", () => undefined).on("close", isClosed.resolve);

      const writing = writeLines(sink, async (archive) => {
        await archive.header(header);
        disk.write("a little");
        await isClosed.promise;
        await rows(["[1]".padEnd(100_000)])(archive);
      });

      await expect(writing).rejects.toThrow("ENOSPC");
    });
  }

  test("goes out in pieces, however much comes at once", async () => {
    const lengths: number[] = [];
    const sink = new Writable({
      decodeStrings: false,
      write: (text: string, _, done) => {
        lengths.push(text.length);
        done();
      },
    });
    const line = `["${"x".repeat(600_000)}"]`;

    await writeLines(sink, rows(Array.from({ length: 20 }, () => line)));

    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(20 * line.length);
    expect(Math.max(...lengths)).toBeLessThan(2 * 1024 * 1024);
  });
});

describe("The name of an archive", () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "platform-archive-"));
    path = join(folder, "archive.ndjson");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("goes to the first of two exports that end; the other is refused, and nothing of it stays", async () => {
    const isBegun = Promise.withResolvers<void>();
    const isOther = Promise.withResolvers<void>();
    const slow = writeArchive(path, async (archive) => {
      await rows(["[1]"])(archive);
      isBegun.resolve();
      await isOther.promise;
    });
    await isBegun.promise;
    const sha256 = await writeArchive(path, rows(["[2]"]));
    isOther.resolve();

    await expect(slow).rejects.toThrow("there is a file");
    expect(await readdir(folder)).toEqual(["archive.ndjson"]);
    expect((await checkArchive(path)).sha256).toBe(sha256);
    expect(await readFile(path, "utf8")).toContain("[2]");
  });

  test("has beside it what other exports are writing; what a process that is gone has left is removed", async () => {
    const gone = "archive.ndjson.4194305-0123abcd.partial";
    const mine = "archive.ndjson.mine.partial";
    const running = `archive.ndjson.${process.ppid}-0123abcd.partial`;
    const sameId = `archive.ndjson.${process.pid}-0123abcd.partial`;
    for (const name of [gone, mine, running, sameId]) await writeFile(join(folder, name), "half");
    await utimes(join(folder, sameId), 0, 0);

    await writeArchive(path, rows(["[1]"]));

    expect((await readdir(folder)).toSorted()).toEqual(["archive.ndjson", mine, running].toSorted());
  });
});
