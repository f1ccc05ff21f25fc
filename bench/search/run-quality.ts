import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeTemporaryFolder } from "../src/make-temporary-folder.ts";
import { startOurs } from "../src/start-servers.ts";
import { graphqlClient } from "./graphql-client.ts";
import { loadCollection, measureQuality } from "./measure-quality.ts";
import { readCollection } from "./read-collection.ts";

const { values } = parseArgs({
  options: { collection: { type: "string", multiple: true }, "database-url": { type: "string" } },
});
const folders = values.collection ?? [join(import.meta.dirname, "collection")];

console.log("| Collection | Method | nDCG@10 | Recall@100 |");
console.log("| --- | --- | --- | --- |");
for (const folder of folders) {
  const collection = await readCollection(resolve(folder));
  await using cleanup = new AsyncDisposableStack();
  const dataFolder = await makeTemporaryFolder(cleanup, "quality");
  const environment = { DATABASE_URL: "", PLATFORM_DATA_DIR: dataFolder };
  const config = join(import.meta.dirname, "platform.config.ts");
  const server = await startOurs(cleanup, { environment }, { config });
  const ask = graphqlClient(server);
  const begin = performance.now();
  await loadCollection(ask, collection);
  const seconds = (performance.now() - begin) / 1000;
  for (const { method, ndcg, recall } of await measureQuality(ask, collection)) {
    console.log(`| ${collection.name} | ${method} | ${ndcg.toFixed(3)} | ${recall.toFixed(3)} |`);
  }
  console.error(
    `${collection.name}: ${collection.documents.length} documents in ${seconds.toFixed(1)} s, ${collection.queries.length} judged queries`,
  );
}
