import type { Resource } from "../../definitions/resource.ts";
import { shortName } from "../../definitions/short-name.ts";
import { column, created, id, index, timestamp } from "./internal-tables.ts";
import type { IndexModel, TableModel } from "./table-model.ts";

/** The tables behind the search in one context. Each belongs to the one before it, and the first to the items. */
export interface ChunkTableNames {
  /** Which items are searchable, or are to become so. */
  readonly indexed: string;
  readonly chunks: string;
  /** Which words are in which chunk. */
  readonly postings: string;
}

/**
 * Where vectors are kept. A context has the second column when it has moved from one model to another, or is about to:
 * the one set is searched while the other is made, and stays until that is needed for a third.
 */
export const vectorColumns = ["embedding", "embedding_b"] as const;
export type VectorColumn = (typeof vectorColumns)[number];

/** What the chunks of a context are made with. It is written on their table, to be compared at the next start. */
export interface ChunkFacts {
  readonly context: string;
  readonly tables: ChunkTableNames;
  /** The id of the embedding model. */
  readonly model: string;
  readonly dimensions: number;
  /** The model whose vectors may still be searched. */
  readonly previous?: { readonly model: string; readonly dimensions: number };
  /** The text-search configuration of the postings. */
  readonly language: string;
}

export function chunkTableNames(contextId: string): ChunkTableNames {
  return {
    indexed: shortName(`platform_indexed_${contextId}`),
    chunks: shortName(`platform_chunks_${contextId}`),
    postings: shortName(`platform_postings_${contextId}`),
  };
}

/** None for a resource without an embedder. */
export function chunkTables({ id: context, search }: Resource): readonly TableModel[] {
  if (!search) return [];
  const tables = chunkTableNames(context);
  const { model, previousModel } = search.embedder;
  const facts = {
    ...{ context, tables, model: model.id, dimensions: model.dimensions, language: search.language },
    ...(previousModel && { previous: { model: previousModel.id, dimensions: previousModel.dimensions } }),
  };
  return [indexedTable(facts), chunkTable(facts), postingTable(facts)];
}

export function vectorIndex({ chunks }: ChunkTableNames, column: VectorColumn): IndexModel {
  return {
    ...index(shortName(`${chunks}_${column}`), [column]),
    method: "hnsw",
    operatorClass: "vector_cosine_ops",
  };
}

const required = { isRequired: true } as const;

function indexedTable({ context, tables }: ChunkFacts): TableModel {
  return {
    name: tables.indexed,
    columns: [
      // The item's own.
      { ...id(), belongsTo: { table: context, column: "id" } },
      // When the item was last changed, as of the version that its chunks show.
      column("item_version", timestamp()),
      // Since when its chunks are behind the item; empty when they are not.
      column("stale_since", timestamp()),
      // Until when one process makes up for that, and others leave it alone.
      column("claimed_until", timestamp()),
    ],
    indexes: [index(shortName(`${tables.indexed}_stale`), ["stale_since"])],
  };
}

function chunkTable(facts: ChunkFacts): TableModel {
  const { tables, dimensions } = facts;
  return {
    name: tables.chunks,
    chunks: facts,
    columns: [
      id(),
      created(),
      { ...created(), name: "updatedAt" },
      // Shorter than the id, for the postings. Never shown: gaps in it would tell of chunks that are hidden.
      { ...column("number", "bigint"), ...required, isIdentity: true },
      { ...column("item_id", "uuid"), ...required, belongsTo: { table: tables.indexed, column: "id" } },
      { ...column("index", "integer"), ...required },
      { ...column("title", "text"), ...required },
      { ...column("content", "text"), ...required },
      { ...column("metadata", "jsonb"), ...required },
      { ...column("source", "text"), ...required },
      // Of everything that its vector is made of.
      { ...column("content_hash", "text"), ...required },
      { ...column("embedding", `vector(${dimensions})`), ...required, isPlain: true },
      { ...column("search", "tsvector"), ...required },
      // The frequencies of its words together.
      { ...column("length", "integer"), ...required },
    ],
    indexes: [
      { ...index(shortName(`${tables.chunks}_number`), ["number"]), isUnique: true },
      {
        ...index(shortName(`${tables.chunks}_item`), ["item_id", "index"]),
        // How many chunks there are, and how long they are, is then read from the index alone.
        include: ["number", "length"],
      },
      vectorIndex(tables, "embedding"),
    ],
  };
}

function postingTable({ tables }: ChunkFacts): TableModel {
  return {
    name: tables.postings,
    columns: [
      { ...column("lexeme", "text"), ...required, isBytewise: true },
      { ...column("chunk", "bigint"), ...required, belongsTo: { table: tables.chunks, column: "number" } },
      // How often the word occurs in the chunk, an occurrence in the title counting more.
      { ...column("frequency", "smallint"), ...required },
      { ...column("length", "integer"), ...required },
    ],
    indexes: [
      {
        ...index(shortName(`${tables.postings}_lexeme`), ["lexeme", "chunk"]),
        // The words of a query are found in the index alone.
        include: ["frequency", "length"],
        isUnique: true,
      },
      index(shortName(`${tables.postings}_chunk`), ["chunk"]),
    ],
  };
}
