import { join } from "node:path";
import { parseArgs } from "node:util";
import { startLoadGenerator } from "../src/load-generator.ts";
import { printTable } from "../src/print-tables.ts";
import { startProcess } from "../src/server-process.ts";
import { startOurs } from "../src/start-servers.ts";
import { compareSearches } from "./compare-searches.ts";
import { createPassagesDatabase } from "./create-passages-database.ts";
import { graphqlClient } from "./graphql-client.ts";
import { measureIndexing } from "./measure-indexing.ts";
import { measureRecall } from "./measure-recall.ts";
import { makeQueries } from "./passages.ts";
import type { Method, Scope } from "./raw-sql.ts";
import { createReader } from "./reader.ts";

const targets = { ratio: 0.7, recall: 0.97, indexing: 0.9 };

const { values } = parseArgs({
  options: {
    "database-url": { type: "string" },
    chunks: { type: "string", default: "20000" },
    connections: { type: "string", default: "8" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "all,filter,rights,indexing" },
    check: { type: "boolean", default: false },
  },
});
const parts = values.only.split(",");
const scopes = (["all", "filter", "rights"] as const satisfies readonly Scope[]).filter((scope) =>
  parts.includes(scope),
);
const methods: readonly Method[] = ["cosineDistance", "tsvector", "hybridSearch"];
const scopeNames: Readonly<Record<Scope, string>> = { all: "", filter: ", filter of 1 %", rights: ", half readable" };
const recallQueries = 60;

await using cleanup = new AsyncDisposableStack();
const database = await createPassagesDatabase(cleanup, {
  serverUrl: values["database-url"],
  chunks: Number(values.chunks),
});
console.log(`${database.chunks} chunks, stored at ${database.chunksPerSecond.toFixed(0)} a second.`);
const rows = [
  ...(scopes.length > 0 ? await searchRows() : []),
  ...(parts.includes("indexing") ? await indexingRows() : []),
];
printTable(rows);
if (values.check && rows.some((row) => row.at(-1) === "MISSED")) process.exitCode = 1;

async function searchRows(): Promise<readonly string[][]> {
  const ours = await startOurs(cleanup, database, { config: join(import.meta.dirname, "platform.config.ts") });
  const bare = startProcess(cleanup, {
    parameters: [join(import.meta.dirname, "bare-search-server.ts")],
    environment: { DATABASE_URL: database.url },
  });
  const bareOrigin = String((await bare.ready()).url);
  const reader = await createReader(graphqlClient(ours), database.client);
  const generator = startLoadGenerator(cleanup);
  const queries = makeQueries(400);
  const contest = {
    ...{ ours, bareOrigin, readerHeaders: reader.headers, queries },
    ...{ connections: Number(values.connections), seconds: Number(values.seconds), rounds: Number(values.rounds) },
  };
  const found: string[][] = [["search", "ours req/s", "p50 ms", "raw SQL req/s", "p50 ms", "ratio", "recall@10", ""]];
  for (const scope of scopes) {
    for (const method of methods) {
      const figures = await compareSearches(generator, contest, { method, scope });
      const caller = scope === "rights" ? { ...ours, headers: reader.headers } : ours;
      const recall = await measureRecall(graphqlClient(caller), database.client, {
        ...{ method, scope },
        queries: queries.slice(0, recallQueries),
      });
      const isMet = figures.ratio >= targets.ratio && recall >= targets.recall;
      const speeds = [figures.ours, figures.bare].flatMap(({ requestsPerSecond, p50 }) => [
        requestsPerSecond.toFixed(0),
        p50.toFixed(1),
      ]);
      console.error(
        `${method}${scopeNames[scope]}: ${figures.ratio.toFixed(2)} of raw SQL, recall ${recall.toFixed(3)}`,
      );
      found.push([
        ...[`${method}${scopeNames[scope]}`, ...speeds, figures.ratio.toFixed(2), recall.toFixed(3)],
        verdict(isMet),
      ]);
    }
  }
  return found;
}

async function indexingRows(): Promise<readonly string[][]> {
  const { indexed, embedded, ratio } = await measureIndexing(database.client, {
    url: database.url,
    collection: join(import.meta.dirname, "collection"),
    rounds: Number(values.rounds),
  });
  const isMet = ratio >= targets.indexing;
  return [
    ["indexing", "items /s", "", "bare model texts /s", "", "ratio", "", ""],
    ["local model", indexed.toFixed(1), "", embedded.toFixed(1), "", ratio.toFixed(2), "", verdict(isMet)],
  ];
}

function verdict(isMet: boolean): string {
  return isMet ? "met" : "MISSED";
}
