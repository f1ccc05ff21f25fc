import { join } from "node:path";
import { openDiskStore } from "../storage/files/disk-store.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import { openS3Store } from "../storage/files/s3-store.ts";
import type { Settings } from "./read-env.ts";

/** Where files are kept: in a bucket if the settings name one, else in the data folder. */
export function openFileStore({ s3, dataFolder }: Pick<Settings, "s3" | "dataFolder">): FileStore {
  return s3 ? openS3Store(s3) : openDiskStore(join(dataFolder, "files"));
}
