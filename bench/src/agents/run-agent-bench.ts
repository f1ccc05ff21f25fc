import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { graphqlClient } from "../../search/graphql-client.ts";
import { createDatabase } from "../create-postgres-database.ts";
import { startLoadGenerator } from "../load-generator.ts";
import { makeTemporaryFolder } from "../make-temporary-folder.ts";
import { median } from "../median.ts";
import { printTable } from "../print-tables.ts";
import { repository } from "../server-process.ts";
import { type Contestant, startOurs } from "../start-servers.ts";
import { type ChatTimes, chat, questions, startChatters } from "./chat.ts";

interface Page {
  readonly items: readonly { readonly id: string }[];
}

const mostForTheFirstByte = 300;
const leastShareOfReads = 0.7;

const { values } = parseArgs({
  options: {
    embedded: { type: "boolean", default: false },
    "database-url": { type: "string" },
    chats: { type: "string", default: "20" },
    thinking: { type: "string", default: "5" },
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "3" },
    check: { type: "boolean", default: false },
  },
});

const cleanup = new AsyncDisposableStack();
try {
  const server = await startOurs(cleanup, { environment: await databaseSettings() }, { config: helpdesk() });
  await isIndexed(server);
  const { agentsPagination } = await graphqlClient(server)<{ agentsPagination: Page }>(
    `{ agentsPagination(filters: [{ backend: { eq: "retrieval" } }]) { items { id } } }`,
  );
  const agent = agentsPagination.items[0]?.id ?? "";
  const isFast = await measureFirstBytes(server, agent);
  const isFair = await measureReads(server, agent);
  if (values.check && !(isFast && isFair)) process.exitCode = 1;
} finally {
  await cleanup.disposeAsync();
}

function helpdesk(): string {
  return join(repository, "examples/helpdesk/platform.config.ts");
}

async function databaseSettings(): Promise<Readonly<Record<string, string>>> {
  const folder = await makeTemporaryFolder(cleanup, "agents");
  if (values.embedded) return { DATABASE_URL: "", PLATFORM_DATA_DIR: folder };
  const url = await createDatabase(cleanup, values["database-url"]);
  return { DATABASE_URL: url, PLATFORM_DATA_DIR: folder, SESSION_SECRET: randomBytes(32).toString("hex") };
}

/** Waits until the example's articles can be searched: its jobs index them after the first start. */
async function isIndexed(server: Contestant): Promise<void> {
  const ask = graphqlClient(server);
  console.log("Indexing the articles …");
  for (;;) {
    const { queues } = await ask<{ queues: readonly { counts: { waiting: number; active: number } }[] }>(
      "{ queues { counts { waiting active } } }",
    );
    if (queues.every(({ counts }) => counts.waiting + counts.active === 0)) return;
    await wait(500);
  }
}

async function measureFirstBytes(server: Contestant, agent: string): Promise<boolean> {
  const times: ChatTimes[] = [];
  // The first round is for the model to be loaded.
  for (const [index, question] of [...questions, ...questions, ...questions, ...questions].entries()) {
    const each = await chat(server, agent, question);
    if (index >= questions.length) times.push(each);
  }
  const row = (name: string, key: keyof ChatTimes, target?: number) => {
    const sorted = times.map((each) => each[key]).sort((one, other) => one - other);
    const most = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
    const verdict = target === undefined ? "" : most <= target ? "met" : "MISSED";
    return [name, median(sorted).toFixed(0), most.toFixed(0), target?.toFixed(0) ?? "-", verdict];
  };
  const rows = [
    row("first byte", "firstByte", mostForTheFirstByte),
    row("first words", "firstWords"),
    row("whole answer", "whole"),
  ];
  printTable([["one chat at a time", "median ms", "p95 ms", "target", ""], ...rows]);
  return rows.every((cells) => cells.at(-1) !== "MISSED");
}

/** Reads by id with nobody chatting, and with many, in turns. */
async function measureReads(server: Contestant, agent: string): Promise<boolean> {
  const { documentationPagination } = await graphqlClient(server)<{ documentationPagination: Page }>(
    "{ documentationPagination(limit: 40) { items { id } } }",
  );
  const query = "query ($id: ID!) { documentationById(id: $id) { id title slug body category updatedAt } }";
  const requests = documentationPagination.items.map(({ id }) => ({
    path: "/graphql",
    body: JSON.stringify({ query, variables: { id } }),
  }));
  const generator = startLoadGenerator(cleanup);
  const seconds = Number(values.seconds);
  const reads = (duration: number) =>
    generator.run({ origin: server.origin, headers: server.headers, requests, connections: 16, seconds: duration });
  await reads(2);

  const chats = { count: Number(values.chats), thinkingInMilliseconds: Number(values.thinking) * 1000 };
  const ratios: number[] = [];
  const answered: ChatTimes[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const alone = await reads(seconds);
    const chatters = startChatters(server, agent, chats);
    // They come one after the other; measured once all are there.
    await wait(chats.thinkingInMilliseconds);
    const beside = await reads(seconds);
    answered.push(...(await chatters.stop()));
    ratios.push(beside.requestsPerSecond / alone.requestsPerSecond);
    const rates = [alone, beside].map(({ requestsPerSecond }) => requestsPerSecond.toFixed(0));
    console.log(`Round ${round + 1}: ${rates[0]} reads a second alone, ${rates[1]} beside ${chats.count} chats.`);
  }
  const ratio = median(ratios);
  const isMet = ratio >= leastShareOfReads;
  const pace = `${answered.length} answers, first byte after ${median(answered.map(({ firstByte }) => firstByte)).toFixed(0)} ms`;
  const verdict = `${isMet ? "met" : "MISSED"} (${ratios.map((each) => each.toFixed(2)).join(", ")})`;
  printTable([
    ["by-id reads", "ratio", "target", ""],
    [`beside ${chats.count} chats (${pace})`, ratio.toFixed(2), leastShareOfReads.toFixed(2), verdict],
  ]);
  return isMet;
}
