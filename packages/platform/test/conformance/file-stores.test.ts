import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { newId } from "../../src/foundation/ids.ts";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import type { FileStore } from "../../src/storage/files/file-store.ts";
import { openS3Store } from "../../src/storage/files/s3-store.ts";
import { describeStores, openTestStore, startS3, type TestFileStore } from "../support/file-stores.ts";

const mebibyte = 1024 * 1024;

describeStores("A file store", (place) => {
  let opened: TestFileStore;
  let store: FileStore;

  beforeAll(async () => {
    opened = await openTestStore(place);
    store = opened.store;
  });
  afterAll(() => opened.discard());

  test("can be checked", async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  test.each([0, 1, 1000, 5 * mebibyte - 1, 5 * mebibyte, 12 * mebibyte + 3])("keeps %i bytes", async (size) => {
    const bytes = randomBytes(size);
    const key = newId();

    await store.put(key, pieces(bytes, 70_001));

    expect(await store.size(key)).toBe(size);
    expect((await read(store, key)).equals(bytes)).toBe(true);
  });

  test.each([
    { first: 0, last: 0 },
    { first: 0, last: 9 },
    { first: 5, last: 5_999_999 },
    { first: 6_999_999, last: 6_999_999 },
  ])("gives the bytes from $first to $last", async (range) => {
    const bytes = randomBytes(7_000_000);
    const key = newId();
    await store.put(key, pieces(bytes, 1_000_000));

    const part = await store.get(key, range);

    expect((await buffer(part as Readable)).equals(bytes.subarray(range.first, range.last + 1))).toBe(true);
  });

  test("knows nothing of a key that nothing was put under", async () => {
    const key = newId();

    expect(await store.get(key)).toBeUndefined();
    expect(await store.get(key, { first: 0, last: 1 })).toBeUndefined();
    expect(await store.size(key)).toBeUndefined();
    await expect(store.delete(key)).resolves.toBeUndefined();
  });

  test("does not overwrite what is there", async () => {
    const key = newId();
    await store.put(key, pieces(Buffer.from("first")));

    await expect(store.put(key, pieces(Buffer.from("second")))).rejects.toThrow();

    expect(String(await read(store, key))).toBe("first");
  });

  test.each([3, 6 * mebibyte])("keeps nothing of bytes that break off after %i", async (size) => {
    const key = newId();

    await expect(store.put(key, breakingOff(randomBytes(size)))).rejects.toThrow("the line is dead");

    expect(await store.get(key)).toBeUndefined();
    expect(await store.size(key)).toBeUndefined();
    expect((await opened.list()).filter((name) => name.includes(key))).toEqual([]);
  });

  test("forgets what is deleted", async () => {
    const key = newId();
    await store.put(key, pieces(Buffer.from("bytes")));

    await store.delete(key);
    await store.delete(key);

    expect(await store.get(key)).toBeUndefined();
    expect((await opened.list()).filter((name) => name.includes(key))).toEqual([]);
  });

  test("keeps many files at once", async () => {
    const files = Array.from({ length: 12 }, () => ({ key: newId(), bytes: randomBytes(200_000) }));

    await Promise.all(files.map(({ key, bytes }) => store.put(key, pieces(bytes, 10_000))));

    const kept = await Promise.all(files.map(({ key }) => read(store, key)));
    expect(kept.map((bytes, index) => bytes.equals(files[index]?.bytes ?? Buffer.of()))).toEqual(files.map(() => true));
  });

  test("goes on when a reader stops early", async () => {
    const bytes = randomBytes(3 * mebibyte);
    const key = newId();
    await store.put(key, pieces(bytes));

    for (let round = 0; round < 5; round++) {
      const stream = (await store.get(key)) as Readable;
      for await (const _chunk of stream) break;
    }

    expect((await read(store, key)).equals(bytes)).toBe(true);
  });

  test.each(["../../etc/passwd", "..", "a/b", "", "x".repeat(300), `${newId()}/../x`])(
    "takes no key that is no id: %j",
    async (key) => {
      await expect(store.put(key, pieces(Buffer.from("x")))).rejects.toThrow("is no key of a file");
      await expect(store.get(key)).rejects.toThrow("is no key of a file");
      await expect(store.delete(key)).rejects.toThrow("is no key of a file");
    },
  );
});

describe("A folder of files", () => {
  test("is for its owner only, and holds nothing half-written", async () => {
    const folder = await mkdtemp(join(tmpdir(), "platform-test-files-"));
    const store = openDiskStore(join(folder, "files"));
    const key = newId();
    await store.put(key, pieces(Buffer.from("bytes")));

    const path = join(folder, "files", key.slice(-2), key.slice(-4, -2), key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "files"))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, "files", "incoming"))).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test("that can't be there refuses the start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "platform-test-files-"));
    await writeFile(join(folder, "file"), "in the way");

    await expect(openDiskStore(join(folder, "file", "files")).check()).rejects.toThrow(StartRefusedError);

    await rm(folder, { recursive: true });
  });
});

describe("A bucket", () => {
  test("that does not answer as it should refuses the start, without a word of the secret", async () => {
    const folder = await mkdtemp(join(tmpdir(), "platform-test-files-"));
    const { settings, stop } = await startS3(folder);
    const secretAccessKey = "a secret that nobody may read";

    const refusals = await Promise.all(
      [{ bucket: "no-such-bucket" }, { accessKeyId: "nobody" }, { endpoint: "http://127.0.0.1:1" }].map((wrong) =>
        openS3Store({ ...settings, secretAccessKey, ...wrong })
          .check()
          .then(String, (error: unknown) => error),
      ),
    );

    expect(refusals.every((refusal) => refusal instanceof StartRefusedError)).toBe(true);
    expect(refusals.map(String).join()).toMatch(/no-such-bucket.*404/);
    expect(refusals.map(String).join()).not.toContain(secretAccessKey);
    await stop();
    await rm(folder, { recursive: true });
  });
});

async function* pieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function* breakingOff(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield* pieces(bytes);
  throw new Error("the line is dead");
}

async function read(store: FileStore, key: string): Promise<Buffer> {
  const stream = await store.get(key);
  if (!stream) throw new Error("There is nothing to read.");
  return buffer(stream);
}
