import { join } from "node:path";
import type { BenchDatabase } from "./bench-database.ts";
import { repository, startProcess } from "./server-process.ts";
import type { BenchRequest } from "./workloads.ts";

/** A server that is being measured. */
export interface Contestant {
  readonly name: "ours" | "bare";
  readonly processId: number;
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  path(request: BenchRequest): string;
  stop(): Promise<void>;
}

export const platformCli = join(repository, "packages/platform/bin/platform.js");
export const benchConfig = join(repository, "bench/platform.config.ts");

/** Our server, started as a deployer starts it. */
export async function startOurs(
  cleanup: AsyncDisposableStack,
  database: Pick<BenchDatabase, "environment">,
  { nodeOptions = [], config = benchConfig }: { nodeOptions?: readonly string[]; config?: string } = {},
): Promise<Contestant> {
  const server = startProcess(cleanup, {
    parameters: [...nodeOptions, platformCli, "start", config, "--json"],
    environment: {
      ...database.environment,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "error",
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PER_MINUTE: "1000000000",
    },
  });
  const { url } = await server.ready();
  const { origin, pathname } = new URL(String(url));
  return {
    name: "ours",
    processId: server.id,
    origin,
    headers: { "content-type": "application/json", "x-api-key": await newApiKey(origin) },
    path: () => pathname,
    stop: server.stop,
  };
}

const admin = { email: "bench@example.com", password: "only for this benchmark" };

/** The load comes in as most programs do: with an API key. */
async function newApiKey(origin: string): Promise<string> {
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await response.json()) as never;
  };
  const { token }: { token: string } = await post("/auth/sign-in", admin);
  const query = `mutation { apiKeysGenerate(name: "benchmark") { key } }`;
  const generated: { data: { apiKeysGenerate: { key: string } } } = await post(
    "/graphql",
    { query },
    { authorization: `Bearer ${token}` },
  );
  return generated.data.apiKeysGenerate.key;
}

export async function startBare(cleanup: AsyncDisposableStack, databaseUrl: string): Promise<Contestant> {
  const server = startProcess(cleanup, {
    parameters: [join(import.meta.dirname, "bare-server.ts")],
    environment: { DATABASE_URL: databaseUrl },
  });
  const { url } = await server.ready();
  return {
    name: "bare",
    processId: server.id,
    origin: String(url),
    headers: { "content-type": "application/json" },
    path: ({ operation }) => `/${operation}`,
    stop: server.stop,
  };
}
