import { recordColumn } from "../audit/audit-log.ts";
import { literal, name, type SqlFragment, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";

/** That the chunks of a written item are behind it, until it is indexed. */
export interface StaleMark {
  readonly contextId: string;
  /** Of an upsert: only when the row is, or is not, the new one with this id. */
  readonly onlyIf?: { readonly isNew: boolean; readonly id: string };
}

/**
 * Part of the statement that writes the item: when the process ends before the item is indexed, the mark tells the next
 * one to do it.
 */
export function markStale({ contextId, onlyIf }: StaleMark): SqlFragment {
  const record = sql`changed.${name(recordColumn)}`;
  const where = onlyIf ? sql` where (${record} = ${onlyIf.id}::uuid) = ${onlyIf.isNew}` : literal("");
  return sql`
    insert into ${name(chunkTableNames(contextId).indexed)} (id, stale_since) select ${record}, now() from changed${where}
    on conflict (id) do update set stale_since = excluded.stale_since, claimed_until = null`;
}
