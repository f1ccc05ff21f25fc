import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../bin/platform.js", import.meta.url));

/** The config files of the deployments that are started here. */
export const deployment = fileURLToPath(new URL("./deployment/platform.config.ts", import.meta.url));
export const changedDeployment = fileURLToPath(new URL("./deployment-changed/platform.config.ts", import.meta.url));
export const searchedDeployment = fileURLToPath(new URL("./deployment-searched/platform.config.ts", import.meta.url));
export const faultyDeployment = fileURLToPath(new URL("./deployment-faulty/platform.config.ts", import.meta.url));

export const internalSecret = "an internal secret for tests, long enough";
const sessionSecret = "a session secret for tests, long enough";

type Environment = Readonly<Record<string, string>>;

export interface Outcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

export interface PlatformProcess {
  readonly pid: number;
  /** Settles when it has ended. */
  readonly ended: Promise<Outcome>;
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGINT"): void;
}

export interface RunningPlatform extends PlatformProcess {
  /** Where it listens, without the path. */
  readonly url: string;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Ends every process and removes every folder of a test, however that ended. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...children].map(ended));
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  folders.clear();
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "platform-faults-"));
  folders.add(folder);
  return folder;
}

/** Starts `platform …` with these settings and no others. */
export function launch(parameters: readonly string[], environment: Environment = {}): PlatformProcess {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [program, ...parameters], {
    env: {
      ...{ PATH, HOME, PORT: "0", LOG_LEVEL: "warn" },
      ...{ SESSION_SECRET: sessionSecret, INTERNAL_SECRET: internalSecret },
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.add(child);
  const printed = { output: "", complaint: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.complaint += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  child.on("error", reject);
  // Not `exit`: by `close`, everything that was printed has arrived.
  child.on("close", (code) => {
    children.delete(child);
    resolve({ code, ...printed });
  });
  return { pid: child.pid ?? 0, ended: promise, kill: (signal) => void child.kill(signal) };
}

/** Runs `platform …` to its end. */
export function run(parameters: readonly string[], environment: Environment = {}): Promise<Outcome> {
  return launch(parameters, environment).ended;
}

/** Starts a deployment, and returns once it listens. */
export async function startPlatform(environment: Environment, config = deployment): Promise<RunningPlatform> {
  const started = launch(["start", config, "--json"], environment);
  const child = [...children].find((each) => each.pid === started.pid);
  const { promise: url, resolve } = Promise.withResolvers<string>();
  let output = "";
  child?.stdout?.on("data", (text: string) => {
    output += text;
    if (output.includes("\n")) resolve(new URL(JSON.parse(output).url).origin);
  });
  const failed = started.ended.then(({ code, complaint }) => {
    throw new Error(`The platform ended with ${code} instead of starting: ${complaint}`);
  });
  failed.catch(() => undefined);
  return { ...started, url: await Promise.race([url, failed]) };
}

async function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("close", () => resolve());
  child.kill("SIGKILL");
  await promise;
}
