import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";

/** What is known of an uploaded file. */
export interface FileRecord {
  readonly id: string;
  /** The context and the field that it was uploaded for. */
  readonly context: string;
  readonly field: string;
  readonly name: string;
  readonly ending: string;
  readonly type: string;
  /** Null until all of it is there. */
  readonly size: number | null;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string | null;
  /** The user who uploaded it; null for a service. */
  readonly uploadedBy: string | null;
  /** Whether it was uploaded, or put into an item, within the last hour: nobody takes it for unused soon. */
  readonly isFresh: boolean;
}

export async function insertFile(
  database: Database,
  file: Omit<FileRecord, "size" | "sha256" | "isFresh">,
): Promise<void> {
  await database.query(sql`
    insert into platform_files (id, context, field, name, ending, type, uploaded_by)
    values (${file.id}::uuid, ${file.context}, ${file.field}, ${file.name}, ${file.ending}, ${file.type},
      ${file.uploadedBy}::uuid)`);
}

/** Says that all of it is there. */
export async function completeFile(
  database: Database,
  id: string,
  { size, sha256 }: { readonly size: number; readonly sha256: string },
): Promise<void> {
  await database.query(sql`update platform_files set size = ${size}, sha256 = ${sha256} where id = ${id}::uuid`);
}

export async function findFile(database: Database, id: string): Promise<FileRecord | undefined> {
  const [file] = await database.query<{ [Member in keyof FileRecord]: FileRecord[Member] }>(sql`
    select id, context, field, name, ending, type, size::float8 as size, sha256, uploaded_by as "uploadedBy",
      coalesce(used_at, "createdAt") > now() - interval '1 hour' as "isFresh"
    from platform_files where id = ${id}::uuid and size is not null`);
  return file;
}

export async function deleteFileRecord(database: Database, id: string): Promise<void> {
  await database.query(sql`delete from platform_files where id = ${id}::uuid`);
}

/** A field that holds files. */
export interface FileField {
  readonly context: string;
  readonly field: string;
  /** What it was called when older files were uploaded. */
  readonly renamedFrom?: string | undefined;
}

/** Says that an item is about to hold it: it is kept for as long as a new one. False when it is being removed. */
export async function markFileUsed(database: Database, id: string): Promise<boolean> {
  const marked = await database.query(
    sql`update platform_files set used_at = now() where id = ${id}::uuid and size is not null returning id`,
  );
  return marked.length > 0;
}

/** Takes files of a field that no item holds out of use, the oldest first: from then on nobody finds them. */
export async function discardUnusedFiles(
  database: Database,
  { context, field, renamedFrom }: FileField,
  { olderThanInSeconds, limit }: { readonly olderThanInSeconds: number; readonly limit: number },
): Promise<readonly string[]> {
  // Of the update the condition on the time is looked at again, should the file be marked as used at the same moment.
  const isOld = sql`coalesce(used_at, "createdAt") < now() - make_interval(secs => ${olderThanInSeconds})`;
  const rows = await database.query<{ id: string }>(sql`
    update platform_files set size = null
    where ${isOld} and id in (
      select id from platform_files as file
      where context = ${context} and field in (${field}, ${renamedFrom ?? field}) and ${isOld}
        and not exists (select 1 from ${name(context)} as item where item.${name(field)} = file.id || '.' || file.ending)
      order by id limit ${limit})
    returning id`);
  return rows.map(({ id }) => id);
}

export async function countCompleteFiles(database: Database): Promise<number> {
  const [counted] = await database.query<{ count: number }>(
    sql`select count(*) from platform_files where size is not null`,
  );
  return counted?.count ?? 0;
}

const pageSize = 1000;

/** All files that are there, a page at a time. */
export async function* completeFiles(
  database: Database,
): AsyncGenerator<{ readonly id: string; readonly size: number; readonly sha256: string }> {
  let last: string | null = null;
  for (;;) {
    const page: readonly { id: string; size: number; sha256: string }[] = await database.query(sql`
      select id, size, sha256 from platform_files
      where size is not null and (${last}::uuid is null or id > ${last}::uuid) order by id limit ${pageSize}`);
    yield* page;
    last = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}
