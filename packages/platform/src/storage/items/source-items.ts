import { newId } from "../../foundation/ids.ts";
import type { Database } from "../database.ts";
import { array, sql } from "../sql.ts";

/** Which source brought which items, and in which run it did so last. */
export interface SourceKey {
  readonly context: string;
  readonly source: string;
}

export async function markSeen(
  database: Database,
  { context, source }: SourceKey,
  { run, externalIds }: { readonly run: string; readonly externalIds: readonly string[] },
): Promise<void> {
  const ids = externalIds.map(() => newId());
  await database.query(sql`
    insert into platform_source_items (id, context, source, external_id, run)
    select id, ${context}, ${source}, external_id, ${run}::uuid
    from unnest(${array(ids, "uuid")}, ${array(externalIds, "text")}) as seen (id, external_id)
    on conflict (context, source, external_id) do update set run = excluded.run`);
}

/** Items that an earlier run has brought and this one has not. */
export async function readUnseen(
  database: Database,
  { context, source }: SourceKey,
  { run, limit }: { readonly run: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await database.query<{ external_id: string }>(sql`
    select external_id from platform_source_items
    where context = ${context} and source = ${source} and run <> ${run}::uuid order by external_id limit ${limit}`);
  return rows.map((row) => row.external_id);
}

export async function forgetSeen(
  database: Database,
  { context, source }: SourceKey,
  externalIds: readonly string[],
): Promise<void> {
  await database.query(sql`
    delete from platform_source_items
    where context = ${context} and source = ${source} and external_id = any(${array(externalIds, "text")})`);
}
