import { join } from "node:path";
import { parseArgs } from "node:util";
import { startLoadGenerator } from "../src/load-generator.ts";
import type { LoadResult } from "../src/load-messages.ts";
import { median } from "../src/median.ts";
import { startProcess } from "../src/server-process.ts";
import { startOurs } from "../src/start-servers.ts";
import { createPassagesDatabase } from "./create-passages-database.ts";
import { graphqlClient } from "./graphql-client.ts";
import { measureRecall } from "./measure-recall.ts";
import { makeQueries } from "./passages.ts";
import type { Method, Scope } from "./raw-sql.ts";
import { createReader } from "./reader.ts";

const { values } = parseArgs({
  options: {
    "database-url": { type: "string" },
    chunks: { type: "string", default: "20000" },
    connections: { type: "string", default: "8" },
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "all,filter,rights" },
  },
});
const [connections, seconds, rounds] = [Number(values.connections), Number(values.seconds), Number(values.rounds)];
const scopes = values.only.split(",") as readonly Scope[];
const methods: readonly Method[] = ["cosineDistance", "tsvector", "hybridSearch"];
const queries = makeQueries(400);
const document = `query ($query: String!, $method: VectorMethodEnum!, $itemFilters: [FilterPassages]) {
  passagesVectorSearch(query: $query, method: $method, itemFilters: $itemFilters) {
    chunks { chunk_id chunk_index chunk_content item_id item_name chunk_cosine_distance chunk_fts_rank chunk_hybrid_score }
  }
}`;

await using cleanup = new AsyncDisposableStack();
const database = await createPassagesDatabase(cleanup, {
  serverUrl: values["database-url"],
  chunks: Number(values.chunks),
});
console.log(`${database.chunks} chunks, indexed at ${database.chunksPerSecond.toFixed(0)} a second.`);
const ours = await startOurs(cleanup, database, { config: join(import.meta.dirname, "platform.config.ts") });
const bare = startProcess(cleanup, {
  parameters: [join(import.meta.dirname, "bare-search-server.ts")],
  environment: { DATABASE_URL: database.url },
});
const bareOrigin = String((await bare.ready()).url);
const reader = await createReader(graphqlClient(ours), database.client);
const generator = startLoadGenerator(cleanup);

console.log("\n| Search | ours req/s | p50 ms | raw SQL req/s | p50 ms | ratio | recall@10 |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const scope of scopes) {
  for (const method of methods) {
    const figures = await compare(method, scope);
    const caller = scope === "rights" ? { ...ours, headers: reader.headers } : ours;
    const recall = await measureRecall(graphqlClient(caller), database.client, {
      ...{ method, scope },
      queries: queries.slice(0, 100),
    });
    const cells = [
      `${method}, ${scope}`,
      ...[figures.ours, figures.bare].flatMap(({ requestsPerSecond, p50 }) => [
        requestsPerSecond.toFixed(0),
        p50.toFixed(1),
      ]),
      figures.ratio.toFixed(2),
      recall.toFixed(3),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** Both in turns, so that whatever else slows the machine down slows both. */
async function compare(method: Method, scope: Scope) {
  const itemFilters = scope === "filter" ? [{ category: { eq: "c7" } }] : [];
  const bodies = queries.map((query) => JSON.stringify({ query: document, variables: { query, method, itemFilters } }));
  const load = (origin: string, path: string, headers: Readonly<Record<string, string>>) => ({
    ...{ origin, headers, connections },
    requests: bodies.map((body) => ({ path, body })),
  });
  const own = load(ours.origin, "/graphql", scope === "rights" ? reader.headers : ours.headers);
  const raw = load(bareOrigin, `/${method}/${scope}`, { "content-type": "application/json" });
  for (const each of [own, raw]) await generator.run({ ...each, seconds: 2 });

  const rows: { readonly ours: LoadResult; readonly bare: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    rows.push({
      ours: await generator.run({ ...own, seconds }),
      bare: await generator.run({ ...raw, seconds }),
    });
  }
  const middle = (name: "ours" | "bare") => ({
    requestsPerSecond: median(rows.map((row) => row[name].requestsPerSecond)),
    p50: median(rows.map((row) => row[name].p50)),
  });
  const ratio = median(rows.map((row) => row.ours.requestsPerSecond / row.bare.requestsPerSecond));
  return { ours: middle("ours"), bare: middle("bare"), ratio };
}
