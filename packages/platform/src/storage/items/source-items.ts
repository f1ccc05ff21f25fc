import { newId } from "../../foundation/ids.ts";
import type { Database } from "../database.ts";
import { array, sql } from "../sql.ts";

/** Which source brought which items, and in which run it did so last. */
export interface SourceKey {
  readonly context: string;
  readonly source: string;
}

/** Of two runs at the same time, the later one counts. */
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
    on conflict (context, source, external_id)
      do update set run = greatest(platform_source_items.run, excluded.run)`);
}

export interface ForgottenItem {
  readonly externalId: string;
  /** Whether another source of the context brings it as well. */
  readonly isShared: boolean;
}

/**
 * Forgets items that an earlier run has brought and this one has not, and says which. Ids of runs are made from the
 * time: what a run brings that began after this one stays.
 */
export function forgetUnseen(
  database: Database,
  { context, source }: SourceKey,
  { run, limit }: { readonly run: string; readonly limit: number },
): Promise<readonly ForgottenItem[]> {
  return database.query<{ externalId: string; isShared: boolean }>(sql`
    with forgotten as (
      delete from platform_source_items where id in (
        select id from platform_source_items
        where context = ${context} and source = ${source} and run < ${run}::uuid order by external_id limit ${limit})
      returning external_id
    )
    select external_id as "externalId", exists (
      select 1 from platform_source_items as other
      where other.context = ${context} and other.source <> ${source} and other.external_id = forgotten.external_id
    ) as "isShared"
    from forgotten order by external_id`);
}
