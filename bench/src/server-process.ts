import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** The root of the repository. */
export const repository = resolve(import.meta.dirname, "../..");

export interface ServerProcess {
  readonly id: number;
  /** The first line that it printed, which must be JSON. */
  ready(): Promise<Readonly<Record<string, unknown>>>;
  /** Settles when it has ended by itself; rejects when it did not end well. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  /** What follows `node`. */
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a Node process that lives until it is stopped, or until the cleanup. */
export function startProcess(cleanup: AsyncDisposableStack, options: ServerProcessOptions): ServerProcess {
  // Between this check and defer nothing can run, so an interrupt never leaves a process behind.
  if (cleanup.disposed) throw new Error("the benchmark has been interrupted");
  const child = spawn(process.execPath, options.parameters, {
    cwd: repository,
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", "pipe", "inherit"],
    // Ctrl-C in the terminal must reach the benchmark only, which then stops its servers in order.
    detached: true,
  });
  const exit = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceInMilliseconds);
    await exit;
    clearTimeout(timer);
  };
  cleanup.defer(stop);
  return {
    id: child.pid ?? 0,
    ready: () => firstLine(child),
    ended: async () => {
      const [code] = await exit;
      if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${code}`);
    },
    stop,
  };
}

const patienceInMilliseconds = 10_000;

async function firstLine(child: ChildProcess): Promise<Readonly<Record<string, unknown>>> {
  if (!child.stdout) throw new Error("the process has no output");
  const lines = createInterface({ input: child.stdout });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  lines.once("line", resolve);
  lines.once("close", () => reject(new Error(`${child.spawnargs.join(" ")} ended before it was ready`)));
  return JSON.parse(await promise);
}
