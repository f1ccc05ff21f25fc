import type { Resource } from "../../definitions/resource.ts";
import { newId } from "../../foundation/ids.ts";
import type { Database } from "../database.ts";
import { array, name, sql } from "../sql.ts";
import { type ChunkTableNames, chunkTableNames, type VectorColumn } from "../tables/chunk-tables.ts";
import { insertPostings, searchVector, textLength } from "./full-text-sql.ts";
import { activeColumn, holdVectorSets } from "./vector-sets.ts";

/** A chunk as it is to be. */
export interface ChunkRecord {
  readonly title: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Of everything that its vector is made of: a stored chunk with the same hash is kept. */
  readonly hash: string;
  /** Undefined when a stored chunk is to be kept. */
  readonly vector: Float32Array | undefined;
}

export interface ReplaceOptions {
  readonly itemId: string;
  /** The version of the item that the chunks were made from. */
  readonly version: string;
  /** In the order of the text. */
  readonly chunks: readonly ChunkRecord[];
  /** The id of the embedder. */
  readonly source: string;
  readonly language: string;
  /** Where vectors of this model are kept. */
  readonly column: VectorColumn;
}

/**
 * `outdated`: the item has changed since, or a chunk that was to be kept is gone. `moved`: the vectors of another model
 * are searched by now. Nothing was written in either case.
 */
export type Replaced = "replaced" | "outdated" | "moved" | "gone";

/**
 * Gives an item these chunks and no others, all at once. The item is locked meanwhile, so that what is written belongs
 * to the version that is there; locks are always taken in this order (item, its chunks), so writers can't block each other for good.
 */
export async function replaceChunks(
  database: Database,
  resource: Resource,
  options: ReplaceOptions,
): Promise<Replaced> {
  const tables = chunkTableNames(resource.id);
  return database.transaction(async () => {
    await holdVectorSets(database, resource);
    const [item] = await database.query<{ version: string; column: string }>(sql`
      select xmin::text as version, ${activeColumn(resource.id)} as column
      from ${name(resource.id)} where id = ${options.itemId}::uuid for no key update`);
    if (!item) return "gone";
    if (item.column !== options.column) return "moved";
    if (item.version !== options.version) return "outdated";
    const { kept, added, removed } = await compareChunks(database, tables, options);
    if (added.some(({ chunk }) => chunk.vector === undefined)) return "outdated";

    await markIndexed(database, resource, options.itemId);
    if (removed.length > 0) {
      await database.query(sql`delete from ${name(tables.chunks)} where id = any(${array(removed, "uuid")})`);
    }
    for (const batch of inBatches(kept)) await updateChunks(database, tables, options, batch);
    for (const batch of inBatches(added)) await insertChunks(database, tables, options, batch);
    return "replaced";
  });
}

interface PlacedChunk {
  readonly id: string;
  readonly index: number;
  readonly chunk: ChunkRecord;
}

interface Comparison {
  readonly kept: readonly PlacedChunk[];
  readonly added: readonly PlacedChunk[];
  /** The ids of chunks that have no place any more. */
  readonly removed: readonly string[];
}

/** A text may occur in an item more than once: each occurrence keeps a chunk of its own. */
async function compareChunks(
  database: Database,
  { chunks }: ChunkTableNames,
  options: ReplaceOptions,
): Promise<Comparison> {
  const stored = await database.query<{ id: string; hash: string }>(sql`
    select id, content_hash as hash from ${name(chunks)} where item_id = ${options.itemId}::uuid order by index`);
  const free = Map.groupBy(stored, ({ hash }) => hash);
  const placed = options.chunks.map((chunk, index) => ({ chunk, index, id: free.get(chunk.hash)?.shift()?.id }));
  return {
    kept: placed.flatMap(({ id, ...place }) => (id === undefined ? [] : [{ ...place, id }])),
    added: placed.flatMap(({ id, ...place }) => (id === undefined ? [{ ...place, id: newId() }] : [])),
    removed: [...free.values()].flat().map(({ id }) => id),
  };
}

async function markIndexed(database: Database, resource: Resource, itemId: string): Promise<void> {
  await database.query(sql`
    insert into ${name(chunkTableNames(resource.id).indexed)} (id, item_version)
    select id, "updatedAt" from ${name(resource.id)} where id = ${itemId}::uuid
    on conflict (id) do update set item_version = excluded.item_version, stale_since = null, claimed_until = null`);
}

/** What an update that changes nothing would cost: a new version of the row, its vector and its place in every index. */
async function updateChunks(
  database: Database,
  { chunks }: ChunkTableNames,
  { source }: ReplaceOptions,
  batch: readonly PlacedChunk[],
): Promise<void> {
  const given = batch.map(({ id, index, chunk }) => ({ id, index, metadata: chunk.metadata }));
  await database.query(sql`
    update ${name(chunks)} as stored
    set index = given.index, metadata = given.metadata, source = ${source}, "updatedAt" = now()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, index int, metadata jsonb)
    where stored.id = given.id
      and (stored.index, stored.metadata, stored.source) is distinct from (given.index, given.metadata, ${source})`);
}

async function insertChunks(
  database: Database,
  tables: ChunkTableNames,
  { itemId, source, language, column }: ReplaceOptions,
  batch: readonly PlacedChunk[],
): Promise<void> {
  const given = batch.map(({ id, index, chunk: { vector, ...chunk } }) => ({
    ...{ id, index, ...chunk },
    embedding: vector && vectorText(vector),
  }));
  const vector = searchVector(sql`${language}::regconfig`, sql`title`, sql`content`);
  await database.query(sql`
    with given as (
      select *, ${vector} as search from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as chunk (id uuid, index int, title text, content text, metadata jsonb, hash text, embedding text)
    ),
    inserted as (
      insert into ${name(tables.chunks)}
        (id, item_id, index, title, content, metadata, source, content_hash, ${name(column)}, search, length)
      select id, ${itemId}::uuid, index, title, content, metadata, ${source}, hash, embedding::vector, search,
        ${textLength(sql`search`)}
      from given
      returning number, search, length
    )
    ${insertPostings(tables, "inserted")}`);
}

/** In PostgreSQL's notation. */
export function vectorText(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}

/** A vector is some kilobytes of text; a whole book in one statement would be too much for the embedded database. */
const batchSize = 100;

function inBatches<Entry>(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const count = Math.ceil(entries.length / batchSize);
  return Array.from({ length: count }, (_, batch) => entries.slice(batch * batchSize, (batch + 1) * batchSize));
}
