import { spawn } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ServerUser } from "./find-server-user.ts";
import { commandSucceeds, lastLines } from "./run-command.ts";

export interface ServerOptions {
  readonly name: string;
  /** Where the server works; removed once it has ended. */
  readonly folder: string;
  /** Whom it runs as. Default: the caller. */
  readonly user?: ServerUser | undefined;
  readonly command: readonly string[];
  /** A command that succeeds as soon as the server answers. */
  readonly probe: readonly [string, ...string[]];
}

export interface RunningServer {
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/** Runs a server that ends with this process, however this process ends, and returns once it answers. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  const { name, folder, user, command, probe } = options;
  const log = await open(join(folder, "server.log"), "w+");
  const guard = spawn("sh", ["-c", guardScript, "guard", folder, ...command], {
    cwd: folder,
    // A session of its own: Ctrl-C in the terminal must reach this process only, which then stops the server.
    detached: true,
    stdio: ["pipe", log.fd, log.fd],
    ...user,
  });
  await once(guard, "spawn");
  const ended = once(guard, "exit");
  const stop = async () => {
    guard.stdin?.destroy();
    await ended;
    await log.close();
  };

  const deadline = Date.now() + startTimeoutInSeconds * 1000;
  while (guard.exitCode === null && Date.now() < deadline) {
    if (await commandSucceeds(...probe)) return { stop };
    await setTimeout(pauseInMilliseconds);
  }
  const outcome = guard.exitCode === null ? `did not answer in ${startTimeoutInSeconds} seconds` : "ended";
  const reason = lastLines(await readFromStart(log));
  await stop();
  throw new Error(`${name} ${outcome}: ${reason}`);
}

const startTimeoutInSeconds = 60;
const pauseInMilliseconds = 50;

// Its standard input is a pipe that only the starting process holds open: the system closes it even after kill -9.
// The signal is repeated because a server that is just starting may not listen for it yet.
const guardScript = `
  folder=$1
  shift
  exec 3<&0
  "$@" </dev/null 3<&- &
  server=$!
  { read -r _ <&3; while kill -INT "$server" 2>/dev/null; do sleep 1; done; } &
  watcher=$!
  wait "$server"
  kill "$watcher" 2>/dev/null
  rm -rf "$folder"
`;

/** The log stays readable through its handle after the guard has removed the folder. */
async function readFromStart(log: FileHandle): Promise<string> {
  const { size } = await log.stat();
  const { buffer } = await log.read({ buffer: Buffer.alloc(size), position: 0 });
  return buffer.toString();
}
