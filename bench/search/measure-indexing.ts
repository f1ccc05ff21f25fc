import type pg from "pg";
import { checkDefinitions } from "../../packages/platform/src/definitions/check-definitions.ts";
import type { Resource } from "../../packages/platform/src/definitions/resource.ts";
import { indexItems } from "../../packages/platform/src/indexing/index-items.ts";
import { openPostgres } from "../../packages/platform/src/storage/postgres/open-postgres.ts";
import { median } from "../src/median.ts";
import app from "./platform.config.ts";
import { readCollection } from "./read-collection.ts";

export interface IndexingFigures {
  /** Items per second that became searchable. */
  readonly indexed: number;
  /** The same texts per second, embedded and thrown away. */
  readonly embedded: number;
  readonly ratio: number;
}

const itemsPerRound = 100;

/** How much of the local model's speed is left when items are read, cut, embedded and stored: in turns, as a median. */
export async function measureIndexing(
  client: pg.Client,
  { url, collection, rounds }: { readonly url: string; readonly collection: string; readonly rounds: number },
): Promise<IndexingFigures> {
  const resource = checkDefinitions(app).resources.find(({ id }) => id === "documents");
  const model = resource?.search?.embedder.model;
  if (!resource || !model) throw new Error("there are no documents");
  const documents = (await readCollection(collection)).documents.slice(0, itemsPerRound);
  const texts = documents.map(({ title, text }) => `${title}\n${text}`);
  const database = await openPostgres({ url });
  const perSecond = async (work: () => Promise<unknown>) => {
    const begin = performance.now();
    await work();
    return (documents.length * 1000) / (performance.now() - begin);
  };
  try {
    await model.embed(texts.slice(0, 4), { purpose: "passage" });
    const figures: { indexed: number; embedded: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ids = await insertDocuments(client, documents);
      figures.push({
        indexed: await perSecond(() => indexAll({ database }, resource, ids)),
        embedded: await perSecond(() => model.embed(texts, { purpose: "passage" })),
      });
    }
    return {
      indexed: median(figures.map((each) => each.indexed)),
      embedded: median(figures.map((each) => each.embedded)),
      ratio: median(figures.map((each) => each.indexed / each.embedded)),
    };
  } finally {
    await model.close?.();
    await database.close();
  }
}

async function indexAll(
  indexing: Parameters<typeof indexItems>[0],
  resource: Resource,
  ids: readonly string[],
): Promise<void> {
  const indexed = await indexItems(indexing, resource, ids, {
    report: (error) => {
      throw error;
    },
  });
  if (indexed !== ids.length) throw new Error(`${indexed} of ${ids.length} items were indexed`);
}

async function insertDocuments(
  client: pg.Client,
  documents: readonly { readonly title: string; readonly text: string }[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into documents (id, title, text) select gen_random_uuid(), title, text
     from jsonb_to_recordset($1::jsonb) as document (title text, text text) returning id`,
    [JSON.stringify(documents)],
  );
  return rows.map(({ id }) => id);
}
