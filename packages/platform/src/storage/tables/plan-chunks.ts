import { insertPostings, searchVector, textLength } from "../chunks/full-text-sql.ts";
import { activeColumn, vectorsKey } from "../chunks/vector-sets.ts";
import type { Database } from "../database.ts";
import { literal, name, quotedText, type SqlFragment, sql } from "../sql.ts";
import type { Change } from "./change.ts";
import { writeChunkFacts, writeLanguage } from "./chunk-facts.ts";
import { type ChunkFacts, vectorColumns, vectorIndex } from "./chunk-tables.ts";
import { createIndex } from "./column-sql.ts";
import type { ExistingTable } from "./read-tables.ts";

/** What must be made anew because chunks are now to be made with something else. */
export async function planChunks(
  database: Database,
  facts: ChunkFacts,
  table: ExistingTable,
): Promise<readonly Change[]> {
  const [state] = await database.query<{ active: string }>(sql`select ${activeColumn(facts.context)} as active`);
  const active = table.columns.get(state?.active ?? vectorColumns[0]);
  const made = { model: active?.note ?? "unknown", dimensions: dimensionsOf(active?.type ?? "") };
  const changes: Change[] = [];
  const declared = [{ model: facts.model, dimensions: facts.dimensions }, ...(facts.previous ? [facts.previous] : [])];
  if (!declared.some(({ model, dimensions }) => model === made.model && dimensions === made.dimensions)) {
    changes.push(await otherModel(database, facts, made));
  }
  if (table.columns.get("search")?.note !== facts.language) changes.push(otherLanguage(facts));
  return changes;
}

/** Of `vector(384)`. */
function dimensionsOf(type: string): number {
  return Number(/^vector\((\d+)\)$/.exec(type)?.[1] ?? 0);
}

/** Vectors of two models can't be compared with each other, even when they have the same size. */
async function otherModel(
  database: Database,
  facts: ChunkFacts,
  made: { readonly model: string; readonly dimensions: number },
): Promise<Change> {
  const id = `embed:${facts.context}`;
  const [stored] = await database.query<{ count: number }>(sql`select count(*) from ${name(facts.tables.chunks)}`);
  const count = stored?.count ?? 0;
  const declared = `${facts.model}, vector(${facts.dimensions})`;
  if (count === 0) {
    return { id, kind: "safe", summary: `embed ${facts.context} with ${declared}`, statements: resize(facts) };
  }
  return {
    id,
    kind: "accept",
    summary: `${facts.context} has ${count === 1 ? "a chunk that was" : `${count} chunks that were`} embedded with ${made.model}, vector(${made.dimensions}); its embedder now has ${declared}, whose vectors can't be compared with those`,
    resolution: `declare the old model as previousModel of the embedder, start, and run: platform embeddings rebuild, which makes the new vectors while the old ones are searched`,
    acceptance:
      "throw the old vectors away, so that items are found by their words only until they are embedded anew after the start,",
    statements: [markAllStale(facts), emptyChunks(facts), ...resize(facts)],
  };
}

/** Since long ago: no job is on its way for them. */
function markAllStale({ tables }: ChunkFacts): SqlFragment {
  return sql`
    update ${name(tables.indexed)} as indexed set stale_since = to_timestamp(0)
    where exists (select 1 from ${name(tables.chunks)} where item_id = indexed.id)`;
}

function emptyChunks({ tables }: ChunkFacts): SqlFragment {
  return sql`truncate ${name(tables.postings)}, ${name(tables.chunks)}`;
}

function resize(facts: ChunkFacts): readonly SqlFragment[] {
  const { chunks } = facts.tables;
  const [first, second] = vectorColumns;
  const table = name(chunks);
  const index = vectorIndex(facts.tables, first);
  return [
    sql`delete from platform_state where key = ${vectorsKey(facts.context)}`,
    sql`alter table ${table} drop column if exists ${name(second)}`,
    sql`drop index if exists ${name(index.name)}`,
    sql`alter table ${table} alter column ${name(first)} type ${literal(`vector(${facts.dimensions})`)}`,
    sql`alter table ${table} alter column ${name(first)} set not null`,
    createIndex(chunks, index),
    ...writeChunkFacts(chunks, facts),
  ];
}

/** Cutting words to other stems loses nothing: the texts are all there. */
function otherLanguage(facts: ChunkFacts): Change {
  const { chunks, postings } = facts.tables;
  const language = sql`${quotedText(facts.language)}::regconfig`;
  const vector = searchVector(language, literal("title"), literal("content"));
  return {
    id: `language:${facts.context}`,
    kind: "safe",
    summary: `index the words of ${facts.context} as ${facts.language}`,
    statements: [
      sql`truncate ${name(postings)}`,
      sql`
        update ${name(chunks)} set search = worded.search, length = ${textLength(literal("worded.search"))}
        from (select number, ${vector} as search from ${name(chunks)}) as worded
        where worded.number = ${name(chunks, "number")}`,
      insertPostings(facts.tables, chunks),
      writeLanguage(chunks, facts),
    ],
  };
}
