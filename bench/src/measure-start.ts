import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "../../scripts/services/find-free-port.ts";
import { makeTemporaryFolder } from "./make-temporary-folder.ts";
import { median } from "./median.ts";
import { repository, startProcess } from "./server-process.ts";
import { platformCli } from "./start-servers.ts";

export interface StartFigures {
  readonly start: string;
  /** Median over the rounds. */
  readonly seconds: number;
  /** Most seconds. */
  readonly target: number;
  readonly isMet: boolean;
}

/** From the start of the process to the first answered query, for the example on the embedded database. */
export async function measureStarts(cleanup: AsyncDisposableStack, rounds: number): Promise<readonly StartFigures[]> {
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = await makeTemporaryFolder(cleanup, "start");
    first.push(await measureStart(cleanup, folder));
    second.push(await measureStart(cleanup, folder));
  }
  return [figures("first start, fresh folder", first, 8), figures("second start, same folder", second, 2.5)];
}

const pollInMilliseconds = 10;
const deadlineInMilliseconds = 60_000;

async function measureStart(cleanup: AsyncDisposableStack, folder: string): Promise<number> {
  const secret = randomBytes(32).toString("hex");
  const port = await findFreePort();
  const begin = performance.now();
  const server = startProcess(cleanup, {
    parameters: [platformCli, "start", join(repository, "examples/helpdesk/platform.config.ts"), "--json"],
    environment: {
      DATABASE_URL: "",
      PLATFORM_DATA_DIR: join(folder, "data"),
      // A cache of its own: on a new machine the first start has to compile everything.
      NODE_COMPILE_CACHE: join(folder, "compiled"),
      INTERNAL_SECRET: secret,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "error",
    },
  });
  while (!(await answersQuery(port, secret))) {
    if (performance.now() - begin > deadlineInMilliseconds) throw new Error("the example did not start in a minute");
    await setTimeout(pollInMilliseconds);
  }
  const seconds = (performance.now() - begin) / 1000;
  await server.stop();
  return seconds;
}

async function answersQuery(port: number, secret: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", internal: secret },
    body: JSON.stringify({ query: "{ ticketsPagination(limit: 3) { items { id title } } }" }),
  }).catch(() => undefined);
  if (!response) return false;
  const answer = await response.text();
  if (!response.ok || answer.includes('"errors"')) throw new Error(`The example answered: ${answer}`);
  return true;
}

function figures(start: string, seconds: readonly number[], target: number): StartFigures {
  const typical = median(seconds);
  return { start, seconds: typical, target, isMet: typical <= target };
}
