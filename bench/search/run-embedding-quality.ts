import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Chunker, type EmbeddingModel, localEmbedding, PlatformChunkers } from "@platform/server";
import { compareRankings } from "./compare-rankings.ts";
import { type CollectionDocument, readCollection } from "./read-collection.ts";

/**
 * What the model and the chunks are worth without a database: every vector is compared with every query.
 * `--collection <folder>` (one or more), `--target` and `--overlap` in tokens, `--no-title`.
 */
const { values } = parseArgs({
  options: {
    collection: { type: "string", multiple: true, default: [] },
    target: { type: "string", default: "200" },
    overlap: { type: "string", default: "30" },
    "no-title": { type: "boolean", default: false },
    directory: { type: "string" },
    "query-prefix": { type: "string", default: "" },
  },
});

const model = localEmbedding({
  queryPrefix: values["query-prefix"],
  ...(values.directory !== undefined && { directory: values.directory }),
});
const chunker = PlatformChunkers.markdown({
  targetTokens: Number(values.target),
  overlapTokens: Number(values.overlap),
});
const ways: Readonly<Record<string, (document: CollectionDocument) => readonly string[]>> = {
  "whole documents": ({ title, text }) => [withTitle(title, text)],
  chunks: (document) => chunksOf(document, chunker),
};

console.log(
  "| Collection | Vectors of | Vectors | A document's score | nDCG@10 | Recall@100 | Texts per core-second |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const folder of values.collection) {
  const collection = await readCollection(resolve(folder));
  for (const [way, split] of Object.entries(ways)) {
    const passages = collection.documents.flatMap((document) =>
      split(document).map((text) => ({ document: document.id, text })),
    );
    const { vectors, perCoreSecond } = await embedAll(
      model,
      passages.map(({ text }) => text),
    );
    const queries = await model.embed(
      collection.queries.map(({ text }) => text),
      { purpose: "query" },
    );
    const ranked = { passages: passages.map(({ document }, index) => ({ document, vector: vectors[index] })), queries };
    for (const { name, ndcg, recall } of compareRankings(collection.queries, ranked)) {
      const cells = [
        collection.name,
        way,
        passages.length,
        name,
        ndcg.toFixed(3),
        recall.toFixed(3),
        perCoreSecond.toFixed(1),
      ];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
}
await model.close?.();

function chunksOf({ title, text }: CollectionDocument, chunk: Chunker): readonly string[] {
  const chunks = chunk(text, title);
  return chunks.length === 0 ? [title] : chunks.map(({ content }) => withTitle(title, content));
}

function withTitle(title: string, text: string): string {
  return values["no-title"] || title === "" || text.startsWith(title) ? text : `${title}\n${text}`;
}

/** Time of the processors, not of the clock: the figure is the same with any number of threads. */
async function embedAll(embedding: EmbeddingModel, texts: readonly string[]) {
  await embedding.embed(["Opens the model."], { purpose: "passage" });
  const before = process.cpuUsage();
  const vectors = await embedding.embed(texts, { purpose: "passage" });
  const { user, system } = process.cpuUsage(before);
  return { vectors, perCoreSecond: texts.length / ((user + system) / 1e6) };
}
