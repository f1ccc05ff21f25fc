import { insertPostings } from "../../src/storage/chunks/full-text-sql.ts";
import type { Database } from "../../src/storage/database.ts";
import { sql } from "../../src/storage/sql.ts";
import { chunkTableNames } from "../../src/storage/tables/chunk-tables.ts";

const portion = 5000;

/** Fills the notes as if they had been written and indexed one by one: items with rights, chunks, vectors and postings. */
export async function insertNotes(database: Database, count: number): Promise<void> {
  for (let first = 1; first <= count; first += portion) {
    await database.transaction(async () => {
      await database.run("set local statement_timeout to 0");
      await insertPortion(database, first, Math.min(count, first + portion - 1));
    });
  }
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
        array[random(), random(), random(), random(), random(), random(), random(), random()]::vector(8),
        to_tsvector('english', body), 7
      from made
      returning number, search, length
    )
    ${insertPostings(chunkTableNames("notes"), "inserted")}`);
}
