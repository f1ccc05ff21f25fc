import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { describe } from "vitest";
import { openDiskStore } from "../../src/storage/files/disk-store.ts";
import type { FileStore } from "../../src/storage/files/file-store.ts";
import type { S3Settings } from "../../src/storage/files/s3-client.ts";
import { openS3Store } from "../../src/storage/files/s3-store.ts";
import { isMissing } from "./test-database.ts";

export type StorePlace = "a folder" | "an S3-compatible store";

export interface TestFileStore {
  readonly store: FileStore;
  /** The names of everything that lies there, half-written files included. */
  list(): Promise<readonly string[]>;
  discard(): Promise<void>;
}

/** One chapter, wherever files can be kept. */
export function describeStores(chapter: string, tests: (place: StorePlace) => void): void {
  for (const place of ["a folder", "an S3-compatible store"] as const) {
    describe.skipIf(isMissing)(`${chapter}, files in ${place}`, () => tests(place));
  }
}

export async function openTestStore(place: StorePlace): Promise<TestFileStore> {
  const folder = await mkdtemp(join(tmpdir(), "platform-test-files-"));
  const discard = () => rm(folder, { recursive: true, force: true });
  if (place === "a folder") return { store: openDiskStore(folder), list: () => filesIn(folder), discard };
  const { settings, stop } = await startS3(folder);
  return {
    store: openS3Store(settings),
    list: async () => (await filesIn(folder)).map((name) => name.replace(/\._S3rver_.*$/, "")),
    discard: async () => {
      await stop();
      await discard();
    },
  };
}

/** A real server on a free port, with one bucket. */
export async function startS3(folder: string): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const bucket = "files";
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", region: "eu-central-1" };
  return { settings: { endpoint: `http://127.0.0.1:${port}`, bucket, ...credentials }, stop: () => server.close() };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
