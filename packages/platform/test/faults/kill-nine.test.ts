import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { keptSecret } from "../../src/main/kept-secret.ts";
import { ask, countTickets, dataOf } from "./ask.ts";
import { cleanUp, deployment, launch, newFolder, startPlatform } from "./platform-process.ts";
import { TicketWriters } from "./ticket-writers.ts";

/** `npm run soak` asks for more. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 2);
const timeout = 120_000 + rounds * 40_000;
const seeded = 100;
const writersAtOnce = 8;

describe("A platform on the embedded database whose process is ended", () => {
  afterEach(cleanUp);

  test(`${rounds} times with kill -9 in the middle of writing: every acknowledged write is there after the next start`, {
    timeout,
  }, async ({ annotate }) => {
    const folder = await newFolder();
    const writers = new TicketWriters();
    const restarts: number[] = [];
    let platform = await startPlatform({ PLATFORM_DATA_DIR: folder });

    for (let round = 1; round <= rounds; round++) {
      const before = writers.acknowledgedWrites;
      const written = writers.run(platform.url, writersAtOnce);
      while (writers.acknowledgedWrites === before) await wait(5);
      await wait(Math.random() * 1500);
      platform.kill("SIGKILL");
      await Promise.all([platform.ended, written]);

      const killedAt = performance.now();
      platform = await startPlatform({ PLATFORM_DATA_DIR: folder });
      restarts.push(performance.now() - killedAt);

      expect(await lostWrites(platform.url, writers), `round ${round}`).toEqual([]);
      const known = [...writers.acknowledged.values()].filter((title) => title !== null).length + seeded;
      const count = await countTickets(platform.url);
      // A write that got no answer may have happened all the same: one for each writer and round at most.
      expect(Math.abs(count - known), `round ${round}`).toBeLessThanOrEqual(round * writersAtOnce);
    }

    const slowest = Math.round(Math.max(...restarts));
    await annotate(`${rounds} kills, ${writers.acknowledgedWrites} acknowledged writes, slowest restart ${slowest} ms`);
  });

  test(`with kill -9 at ${rounds} moments of the very first start: the next start works and is complete`, {
    timeout,
  }, async ({ annotate }) => {
    const startedAt = performance.now();
    const undisturbed = await startPlatform({ PLATFORM_DATA_DIR: await newFolder() });
    const startTime = performance.now() - startedAt;
    undisturbed.kill("SIGKILL");
    await undisturbed.ended;
    const phases: string[] = [];

    for (let round = 0; round < rounds; round++) {
      const folder = await newFolder();
      const start = launch(["start", deployment, "--json"], { PLATFORM_DATA_DIR: folder });
      await wait((startTime * (round + Math.random())) / rounds);
      start.kill("SIGKILL");
      const { output } = await start.ended;
      phases.push(phaseOf(folder, output));

      const platform = await startPlatform({ PLATFORM_DATA_DIR: folder });

      expect(await countTickets(platform.url), `killed ${phases.at(-1)}`).toBe(seeded);
      platform.kill("SIGKILL");
      await platform.ended;
    }

    const counts = [...new Set(phases)].map((phase) => `${phases.filter((each) => each === phase).length} ${phase}`);
    await annotate(`killed ${counts.join(", ")}; an undisturbed first start takes ${Math.round(startTime)} ms`);
  });

  test("with kill -9 while it kept a secret: an empty secret is never used, but made anew", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "session-secret"), "");

    const secret = await keptSecret(folder, "session-secret");

    expect(secret).toHaveLength(43);
    expect(await keptSecret(folder, "session-secret")).toBe(secret);
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "with %s while requests run: they are answered, nothing is lost, and the folder is free at once",
    async (signal) => {
      const folder = await newFolder();
      const platform = await startPlatform({ PLATFORM_DATA_DIR: folder });
      // Hashing a password takes long enough for the signal to arrive in the middle.
      const requests = Array.from({ length: 8 }, (_, index) =>
        ask(platform.url, createUser, { email: `user${index}@example.com`, password: "a long enough password" }),
      );
      await Promise.race(requests);

      platform.kill(signal);
      const signalledAt = performance.now();
      const answers = await Promise.all(requests);
      const { code, complaint } = await platform.ended;
      const stopTime = performance.now() - signalledAt;
      const next = await startPlatform({ PLATFORM_DATA_DIR: folder });

      expect(answers.filter((answer) => answer.errors)).toEqual([]);
      expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
      expect(stopTime).toBeLessThan(30_000);
      const { usersStatistics } = await dataOf<{ usersStatistics: unknown }>(next.url, countUsers);
      expect(usersStatistics).toEqual([{ count: 8 }]);
    },
  );
});

const createUser = `mutation ($email: String!, $password: String) {
  usersCreateOne(input: { email: $email, password: $password }) { item { id } }
}`;
const countUsers = `{ usersStatistics(filters: [{ email: { contains: "@example.com" } }]) { count } }`;

/** The acknowledged writes that can't be read back: those that are gone, stale, or back after their removal. */
async function lostWrites(url: string, writers: TicketWriters): Promise<readonly string[]> {
  const certain = [...writers.acknowledged].filter(([id]) => !writers.uncertain.has(id));
  const lost: string[] = [];
  for (let start = 0; start < certain.length; start += 500) {
    const chunk = certain.slice(start, start + 500);
    const { ticketsByIds } = await dataOf<{ ticketsByIds: readonly { id: string; title: string }[] }>(
      url,
      "query ($ids: [ID!]!) { ticketsByIds(ids: $ids) { id title } }",
      { ids: chunk.map(([id]) => id) },
    );
    const found = new Map(ticketsByIds.map(({ id, title }) => [id, title]));
    for (const [id, title] of chunk) {
      if ((found.get(id) ?? null) !== title) lost.push(`${id}: ${title} became ${found.get(id)}`);
    }
  }
  return lost;
}

function phaseOf(folder: string, output: string): string {
  if (output !== "") return "after it was up";
  if (existsSync(join(folder, "database.new"))) return "while the template was unpacked";
  return existsSync(join(folder, "database")) ? "while tables or first data were made" : "before there was a database";
}
