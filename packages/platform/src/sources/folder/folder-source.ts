import { isAbsolute } from "node:path";
import type { SourceRun } from "../../definitions/source.ts";
import { Faults } from "../faults.ts";
import { type ReadyOptions, type ReadySource, readySource, withExternalId } from "../ready-source.ts";
import { type FolderFile, type FolderOptions, findInFolder, folderPath } from "./read-folder.ts";

export interface FolderSourceOptions<ItemType, Fields> extends ReadyOptions, FolderOptions {
  /** What becomes of a file or record; nothing leaves it out. `external_id` need not be given: it is `externalId`. */
  map(file: FolderFile<Fields>, run: SourceRun): ItemType | null | undefined;
}

/**
 * Brings in the files of a folder. Those that can't be read are named when all others are stored: the run fails then, so
 * that nobody takes them for gone.
 */
export function folderSource<const ItemType, Fields = FolderFile["fields"]>(
  options: FolderSourceOptions<ItemType, Fields>,
): ReadySource<ItemType> {
  return readySource(options, { faults: folderFaults(options), execute: (run) => folderItems(options, run) });
}

async function* folderItems<ItemType, Fields>(
  options: FolderSourceOptions<ItemType, Fields>,
  run: SourceRun,
): AsyncGenerator<ItemType> {
  const faults = new Faults();
  for await (const finding of findInFolder(options, run.signal)) {
    if (finding.kind === "fault") {
      faults.add(finding.path, finding.error);
      continue;
    }
    const { file } = finding;
    // Whoever names the type of the fields answers for it: the platform checks what comes out.
    const item = faults.caught(file.externalId, () => options.map(file as FolderFile<Fields>, run));
    if (item !== null && item !== undefined) yield withExternalId(item, file.externalId);
  }
  faults.throwIfAny();
}

function folderFaults({ folder, include, delimiter, maxBytes }: FolderOptions): string[] {
  const faults: string[] = [];
  const isPlace = folder instanceof URL ? folder.protocol === "file:" : isAbsolute(String(folder));
  if (!isPlace) faults.push('folder must be an absolute path, or new URL("./folder/", import.meta.url)');
  else if (folderPath(folder).includes("\u0000")) faults.push("folder must not hold a null character");
  if (include !== undefined && !(Array.isArray(include) && include.every((each) => typeof each === "string"))) {
    faults.push("include must be a list of patterns, like **/*.md");
  }
  if (delimiter !== undefined && !/^[^"\r\n]$/u.test(delimiter)) faults.push("delimiter must be one character");
  if (maxBytes !== undefined && !(maxBytes > 0)) faults.push("maxBytes must be more than 0");
  return faults;
}
