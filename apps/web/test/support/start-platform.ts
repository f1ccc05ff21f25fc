import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "../../../../packages/platform/src/storage/database.ts";
import { openEmbedded } from "../../../../packages/platform/src/storage/embedded/open-embedded.ts";

const program = fileURLToPath(new URL("../../../../packages/platform/bin/platform.js", import.meta.url));
const deployment = fileURLToPath(new URL("../deployment/platform.config.ts", import.meta.url));

export const admin = { email: "ada@example.com", password: "a password for the admin" };

export interface RunningPlatform {
  /** Where it listens, without the path. */
  readonly url: string;
  /** What the set-up link carries; absent when there is an admin. */
  readonly setUpSecret: string | undefined;
  /** Asks with every right. */
  ask<Data>(query: string, variables?: object): Promise<Data>;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Puts into the database what would take too long through the API. It is given the tables, empty but for the seed. */
  fill?(database: Database): Promise<void>;
}

/** `platform start` with the deployment of these tests, on the embedded database, on a free port. */
export async function startPlatform({ environment = {}, fill }: PlatformOptions = {}): Promise<RunningPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "platform-web-"));
  if (fill) {
    await (await start(folder, environment)).end("SIGTERM");
    const database = await openEmbedded(folder);
    await fill(database);
    await database.close();
  }
  const { facts, end } = await start(folder, environment);
  const { origin } = new URL(facts.url);
  return {
    url: origin,
    setUpSecret: facts.setUpSecret,
    ask: (query, variables) => ask(facts.url, { "x-api-key": facts.developmentKey }, { query, variables }),
    stop: async () => {
      await end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Started {
  readonly facts: { readonly url: string; readonly developmentKey: string; readonly setUpSecret?: string };
  end(signal: NodeJS.Signals): Promise<void>;
}

async function start(folder: string, environment: Readonly<Record<string, string>>): Promise<Started> {
  const { PATH = "", HOME = "" } = process.env;
  const settings = { PATH, HOME, PORT: "0", LOG_LEVEL: "warn", PLATFORM_DATA_DIR: folder };
  const child = spawn(process.execPath, [program, "start", deployment, "--json"], {
    env: { ...settings, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  const printed = { output: "", complaint: "" };
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.complaint += text;
  });
  const { promise: started, resolve, reject } = Promise.withResolvers<string>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.output += text;
    if (printed.output.includes("\n")) resolve(printed.output);
  });
  child.on("close", (code) => {
    process.off("exit", onExit);
    reject(new Error(`The platform ended with ${code}: ${printed.complaint}`));
    end();
  });
  return {
    facts: JSON.parse(await started) as Started["facts"],
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

/** The environment that names the first admin. */
export const withAdmin = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };

async function ask<Data>(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<Data> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: Data; errors?: readonly { message: string }[] };
  if (answer.errors) throw new Error(answer.errors.map(({ message }) => message).join("; "));
  return answer.data;
}
