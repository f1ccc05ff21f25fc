import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder that the cleanup removes. */
export async function makeTemporaryFolder(cleanup: AsyncDisposableStack, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `platform-bench-${name}-`));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
