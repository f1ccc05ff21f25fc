import { chown, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerUser } from "./find-server-user.ts";

/** A new empty temporary folder that belongs to the server's account, by default the caller's. */
export async function makeServerFolder(name: string, user?: ServerUser): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `platform-${name}-`));
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
