import { insertPostings, searchVector, textLength } from "../chunks/full-text-sql.ts";
import type { Database } from "../database.ts";
import { literal, name, quotedText, type SqlFragment, sql } from "../sql.ts";
import type { Change } from "./change.ts";
import { writeChunkFacts } from "./chunk-facts.ts";
import { type ChunkFacts, vectorIndexName } from "./chunk-tables.ts";
import { createIndex } from "./column-sql.ts";
import type { ExistingTable } from "./read-tables.ts";

/** What must be made anew because chunks are now to be made with something else. */
export async function planChunks(
  database: Database,
  facts: ChunkFacts,
  table: ExistingTable,
): Promise<readonly Change[]> {
  const embedding = table.columns.get("embedding");
  const changes: Change[] = [];
  if (embedding?.type !== `vector(${facts.dimensions})` || embedding.note !== facts.model) {
    const made = { model: embedding?.note ?? "unknown", type: embedding?.type ?? "none" };
    changes.push(await otherModel(database, facts, made));
  }
  if (table.columns.get("search")?.note !== facts.language) changes.push(otherLanguage(facts));
  return changes;
}

/** Vectors of two models can't be compared with each other, even when they have the same size. */
async function otherModel(
  database: Database,
  facts: ChunkFacts,
  made: { readonly model: string; readonly type: string },
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
    summary: `${facts.context} has ${count === 1 ? "a chunk that was" : `${count} chunks that were`} embedded with ${made.model}, ${made.type}; its embedder now has ${declared}, whose vectors can't be compared with those`,
    resolution: `declare the old model again, or throw the old vectors away with: platform migrate apply --accept ${id}; the items are then embedded anew once the platform has started`,
    statements: [markAllStale(facts), emptyChunks(facts), ...resize(facts)],
  };
}

function markAllStale({ tables }: ChunkFacts): SqlFragment {
  return sql`
    update ${name(tables.indexed)} as indexed set stale_since = now()
    where exists (select 1 from ${name(tables.chunks)} where item_id = indexed.id)`;
}

function emptyChunks({ tables }: ChunkFacts): SqlFragment {
  return sql`truncate ${name(tables.postings)}, ${name(tables.chunks)}`;
}

function resize(facts: ChunkFacts): readonly SqlFragment[] {
  const { chunks } = facts.tables;
  const vectorIndex = vectorIndexName(facts.tables);
  return [
    sql`drop index if exists ${name(vectorIndex)}`,
    sql`alter table ${name(chunks)} alter column embedding type ${literal(`vector(${facts.dimensions})`)}`,
    createIndex(chunks, {
      name: vectorIndex,
      method: "hnsw",
      columns: ["embedding"],
      operatorClass: "vector_cosine_ops",
      isUnique: false,
    }),
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
      ...writeChunkFacts(chunks, facts),
    ],
  };
}
