import { runCommand } from "./run-command.ts";

export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The account a server runs as: the named one for root, since PostgreSQL refuses to run as root, else the caller's. */
export async function findServerUser(name: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return {
    uid: Number(await runCommand("id", "-u", name)),
    gid: Number(await runCommand("id", "-g", name)),
  };
}
