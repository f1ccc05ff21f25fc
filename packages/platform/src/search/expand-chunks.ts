import type { SearchChunk, SearchExpand } from "../definitions/search.ts";
import type { Database } from "../storage/database.ts";
import { array, name, sql } from "../storage/sql.ts";
import { chunkColumns, noScores, shownItems } from "./chunk-columns.ts";
import type { Ranking } from "./ranking.ts";

/**
 * Puts the neighbours of each hit around it, in the order of the text. A chunk comes once: a hit stays in its own place,
 * and a neighbour of two hits comes with the better one.
 */
export async function expandChunks(
  database: Database,
  ranking: Pick<Ranking, "resource" | "tables" | "readable">,
  hits: readonly SearchChunk[],
  expand: SearchExpand,
): Promise<readonly SearchChunk[]> {
  const [before, after] = [expand.before ?? 0, expand.after ?? 0];
  if (hits.length === 0 || before + after === 0) return hits;
  const neighbours = await readNeighbours(database, ranking, hits, { before, after });
  const byPlace = new Map(neighbours.map((chunk) => [place(chunk.item_id, chunk.chunk_index), chunk]));
  const used = new Set(hits.map((hit) => hit.chunk_id));
  const take = ({ item_id, chunk_index }: SearchChunk, offset: number): SearchChunk[] => {
    const chunk = byPlace.get(place(item_id, chunk_index + offset));
    if (!chunk || used.has(chunk.chunk_id)) return [];
    used.add(chunk.chunk_id);
    return [chunk];
  };
  return hits.flatMap((hit) => [
    ...offsets(-before, -1).flatMap((offset) => take(hit, offset)),
    hit,
    ...offsets(1, after).flatMap((offset) => take(hit, offset)),
  ]);
}

function readNeighbours(
  database: Database,
  { resource, tables, readable }: Pick<Ranking, "resource" | "tables" | "readable">,
  hits: readonly SearchChunk[],
  { before, after }: { readonly before: number; readonly after: number },
): Promise<readonly SearchChunk[]> {
  const items = array(
    hits.map((hit) => hit.item_id),
    "uuid",
  );
  const indexes = array(
    hits.map((hit) => hit.chunk_index),
    "int",
  );
  return database.query<SearchChunk>(sql`
    select distinct on (chunk.id) ${chunkColumns}, ${noScores}
    from unnest(${items}, ${indexes}) as hit (item_id, place)
    join ${name(tables.chunks)} as chunk
      on chunk.item_id = hit.item_id and chunk.index between hit.place - ${before}::int and hit.place + ${after}::int
    join ${shownItems(resource, readable)} on item.id = chunk.item_id`);
}

function place(itemId: string, index: number): string {
  return `${itemId} ${index}`;
}

function offsets(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}
