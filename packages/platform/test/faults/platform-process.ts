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
export const queuesDeployment = fileURLToPath(new URL("./deployment-queues/platform.config.ts", import.meta.url));
export const scheduleDeployment = fileURLToPath(new URL("./deployment-schedule/platform.config.ts", import.meta.url));
export const clocksDeployment = fileURLToPath(new URL("./deployment-clocks/platform.config.ts", import.meta.url));
export const clocksWithoutFast = fileURLToPath(new URL("./deployment-clocks/without-fast.config.ts", import.meta.url));
export const agentsDeployment = fileURLToPath(new URL("./deployment-agents/platform.config.ts", import.meta.url));
export const workflowsDeployment = fileURLToPath(new URL("./deployment-workflows/platform.config.ts", import.meta.url));
export const failingSeed = fileURLToPath(new URL("./deployment-failing-seed/platform.config.ts", import.meta.url));
export const sourcesDeployment = fileURLToPath(new URL("./deployment-sources/platform.config.ts", import.meta.url));
export const evalsDeployment = fileURLToPath(new URL("./deployment-evals/platform.config.ts", import.meta.url));
export const archiveDeployment = fileURLToPath(new URL("./deployment-archive/platform.config.ts", import.meta.url));
export const stagesDeployment = fileURLToPath(new URL("./deployment-stages/platform.config.ts", import.meta.url));

export const internalSecret = "an internal secret for tests, long enough";
export const sessionSecret = "a session secret for tests, long enough";

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
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGINT" | "SIGSTOP" | "SIGCONT"): void;
}

interface LaunchedProcess extends PlatformProcess {
  /** What it has said so far. */
  readonly printed: { readonly output: string; readonly complaint: string };
  /** What it says with `--json` once it is up; rejects when it ends without. */
  readonly firstLine: Promise<Readonly<Record<string, unknown>>>;
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

/** What runs, and where; by default the sources, with the Node that runs the tests. */
export interface Installation {
  readonly node?: string;
  readonly program?: string;
  readonly folder?: string;
  /** What it can read from its standard input. */
  readonly input?: string;
}

/** Starts `platform …` with these settings and no others. */
export function launch(
  parameters: readonly string[],
  environment: Environment = {},
  installation: Installation = {},
): LaunchedProcess {
  const { PATH = "", HOME = "" } = process.env;
  const { node = process.execPath, folder, input = "" } = installation;
  const child = spawn(node, [installation.program ?? program, ...parameters], {
    ...(folder && { cwd: folder }),
    env: {
      // On a busy machine any statement may be slow.
      ...{ PATH, HOME, PORT: "0", LOG_LEVEL: "warn", SLOW_QUERY_MS: "0" },
      ...{ SESSION_SECRET: sessionSecret, INTERNAL_SECRET: internalSecret },
      // Reading the web frontend is an eighth of a start, and nobody looks at it here.
      ...(installation.program === undefined && { WEB_FOLDER: "off" }),
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Whoever does not read it may be gone before it is written.
  child.stdin.on("error", () => undefined).end(input);
  children.add(child);
  const printed = { output: "", complaint: "" };
  const line = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.output += text;
    if (printed.output.includes("\n")) line.resolve(printed.output);
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
    line.reject(new Error(`The platform ended with ${code} instead of starting: ${printed.complaint}`));
  });
  const firstLine = line.promise.then((text) => JSON.parse(text));
  // Whoever waits for the end need not know of it.
  firstLine.catch(() => undefined);
  return { pid: child.pid ?? 0, printed, ended: promise, firstLine, kill: (signal) => void child.kill(signal) };
}

/** Runs `platform …` to its end. */
export function run(
  parameters: readonly string[],
  environment: Environment = {},
  installation: Installation = {},
): Promise<Outcome> {
  return launch(parameters, environment, installation).ended;
}

/** Starts a deployment, and returns once it listens. */
export async function startPlatform(environment: Environment, config = deployment): Promise<RunningPlatform> {
  return startServer("start", config, environment);
}

/** Starts `platform start` or `platform api`, and returns once it listens. */
export async function startServer(
  command: "start" | "api",
  config: string,
  environment: Environment,
  installation?: Installation,
): Promise<RunningPlatform> {
  const started = launch([command, config, "--json"], environment, installation);
  const { url } = await started.firstLine;
  return { ...started, url: new URL(String(url)).origin };
}

/** Starts `platform worker`, and returns once it works. */
export async function startWorker(
  config: string,
  queues: readonly string[],
  environment: Environment,
): Promise<PlatformProcess> {
  const started = launch(["worker", config, "--queues", queues.join(","), "--json"], environment);
  await started.firstLine;
  return started;
}

async function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("close", () => resolve());
  child.kill("SIGKILL");
  await promise;
}
