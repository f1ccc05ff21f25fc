import { insertPostings } from "../../src/storage/chunks/full-text-sql.ts";
import type { Database } from "../../src/storage/database.ts";
import { name, sql } from "../../src/storage/sql.ts";
import { chunkTableNames, vectorIndex } from "../../src/storage/tables/chunk-tables.ts";
import { createIndex } from "../../src/storage/tables/column-sql.ts";

const portion = 5000;
const tables = chunkTableNames("notes");

/** Fills the notes as if they had been written and indexed one by one: items with rights, chunks, vectors and postings. */
export async function insertNotes(database: Database, count: number): Promise<void> {
  const index = vectorIndex(tables, "embedding");
  await database.query(sql`drop index ${name(index.name)}`);
  for (let first = 1; first <= count; first += portion) {
    await database.transaction(async () => {
      await database.run("set local statement_timeout to 0");
      await insertPortion(database, first, Math.min(count, first + portion - 1));
    });
  }
  await database.transaction(async () => {
    await database.run(`
      set local statement_timeout to 0;
      set local max_parallel_maintenance_workers to 0;
      set local maintenance_work_mem to '512MB'`);
    await database.query(createIndex(tables.chunks, index));
  });
}

async function insertPortion(database: Database, first: number, last: number): Promise<void> {
  await database.query(sql`
    with made as (
      insert into notes (id, title, body, external_id, rbac_creator, rbac_mode, rbac_readers)
      select gen_random_uuid(), 'Note ' || number, 'The words of note ' || number || ': ' || md5(number::text),
        'note-' || number, gen_random_uuid(), 'private', array['user:' || number]
      from generate_series(${first}::int, ${last}::int) as number
      returning id, title, body, "updatedAt"
    ),
    indexed as (
      insert into platform_indexed_notes (id, item_version) select id, "updatedAt" from made
    ),
    inserted as (
      insert into platform_chunks_notes
        (id, item_id, index, title, content, metadata, source, content_hash, embedding, search, length)
      select gen_random_uuid(), id, 0, title, body, '{}', 'lines', md5(body),
        -- The condition makes it another vector for each note.
        (select array_agg(random() - 0.5) from generate_series(1, 384) where made.id is not null)::vector(384),
        to_tsvector('english', body), 7
      from made
      returning number, search, length
    )
    ${insertPostings(tables, "inserted")}`);
}
