/** `npm run bench` measures the API, `npm run bench -- queues` the queues, and so on. */
const suites: Readonly<Record<string, () => Promise<unknown>>> = {
  api: () => import("./run-bench.ts"),
  queues: () => import("./queues/run-queue-bench.ts"),
  search: () => import("../search/run-search-bench.ts"),
  agents: () => import("./agents/run-agent-bench.ts"),
  quality: () => import("../search/run-quality.ts"),
  embeddings: () => import("../search/run-embedding-quality.ts"),
};

const [first = ""] = process.argv.slice(2);
const suite = suites[first];
if (suite) process.argv.splice(2, 1);
else if (first && !first.startsWith("-")) {
  console.error(`There is no suite "${first}"; there are: ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}
await (suite ?? suites.api)?.();
