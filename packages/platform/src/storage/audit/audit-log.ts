import { firstIdAt, newId } from "../../foundation/ids.ts";
import type { Database } from "../database.ts";
import { arrayLiteral, join, literal, name, type SqlFragment, type SqlValue, sql } from "../sql.ts";

/** Who did something, as the audit log keeps it. */
export interface Actor {
  /** How they came in. */
  readonly kind: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
}

/** What was done to a record. Names of fields only, never their values. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly action: string;
  readonly resource: string;
  readonly fields: readonly string[];
}

/** The column under which a write gives back the id of its row to the entry: no field can have this name. */
export const recordColumn = "record id";

/**
 * Wraps a statement that writes one row, so that the entry is written by the same statement: there is no change without
 * its entry, no entry without its change, and no second way to the database. `also` is one more statement that reads `changed`.
 */
export function audited(
  write: SqlFragment,
  entry: AuditEntry,
  { columns, also }: { readonly columns: SqlFragment; readonly also: SqlFragment | undefined },
): SqlFragment {
  return sql`
    with changed as (${write}),
    entry as (
      insert into platform_audit_log (${entryColumns})
      select ${entryRow(entry)}, changed.${name(recordColumn)} from changed
    )${also ? sql`, also as (${also})` : literal("")}
    select ${columns} from changed`;
}

/** For changes that are no writes of items. Call it in the transaction of the change. */
export async function writeAudit(database: Database, entry: AuditEntry, recordId: string | null): Promise<void> {
  await database.query(sql`
    insert into platform_audit_log (${entryColumns}) values (${entryRow(entry)}, ${recordId}::uuid)`);
}

const entryColumns = literal("id, action, resource, actor, user_id, api_key_id, fields, record_id");

/** What an entry adds to the values of the statement that it is part of, in this order. */
export function entryValues({ actor, action, resource, fields }: AuditEntry): readonly SqlValue[] {
  return [newId(), action, resource, actor.kind, actor.userId, actor.apiKeyId, arrayLiteral(fields)];
}

const entryTypes = ["uuid", "text", "text", "text", "uuid", "uuid", "text[]"];

function entryRow(entry: AuditEntry): SqlFragment {
  const values = entryValues(entry).map((value, index) => sql`${value}::${literal(entryTypes[index] ?? "text")}`);
  return join(values, ", ");
}

/** An entry as it is read. */
export interface AuditRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly action: string;
  readonly resource: string;
  readonly recordId: string | null;
  readonly actor: string;
  readonly userId: string | null;
  readonly apiKeyId: string | null;
  readonly fields: readonly string[];
}

export interface AuditQuery {
  readonly resource?: string | null | undefined;
  readonly recordId?: string | null | undefined;
  readonly userId?: string | null | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first: ids are made from the time. */
export function readAudit(database: Database, query: AuditQuery): Promise<readonly AuditRecord[]> {
  return database.query<AuditRecord>(sql`
    select id, "createdAt", action, resource, record_id as "recordId", actor, user_id as "userId",
      api_key_id as "apiKeyId", to_jsonb(fields) as fields
    from platform_audit_log${auditWhere(query)} order by id desc limit ${query.limit} offset ${query.offset}`);
}

/** What has changed since a moment, the newest entries only, oldest first. */
export async function readRecentAudit(
  database: Database,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<readonly RecentEntry[]> {
  const newest = await database.query<RecentEntry>(sql`
    select id, action, resource, record_id as "recordId", user_id as "userId" from platform_audit_log
    where id >= ${firstIdAt(since)}::uuid order by id desc limit ${limit}`);
  return newest.toReversed();
}

export type RecentEntry = Pick<AuditRecord, "id" | "action" | "resource" | "recordId" | "userId">;

export async function countAudit(database: Database, query: AuditQuery): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    sql`select count(*) from platform_audit_log${auditWhere(query)}`,
  );
  return row?.count ?? 0;
}

/** The oldest entries go; 0 days keeps everything. */
export async function pruneAudit(database: Database, retentionInDays: number): Promise<void> {
  if (retentionInDays === 0) return;
  const end = firstIdAt(Date.now() - retentionInDays * 24 * 60 * 60 * 1000);
  let removed: number;
  do {
    const rows = await database.query(sql`
      delete from platform_audit_log
      where id in (select id from platform_audit_log where id < ${end}::uuid order by id limit ${pruneBatch})
      returning 1`);
    removed = rows.length;
  } while (removed === pruneBatch);
}

/** Small enough for every statement to end in time, however much there is to remove. */
const pruneBatch = 5000;

function auditWhere({ resource, recordId, userId }: AuditQuery): SqlFragment {
  const conditions = [
    ...(resource ? [sql`resource = ${resource}`] : []),
    ...(recordId ? [sql`record_id = ${recordId}::uuid`] : []),
    ...(userId ? [sql`${name("user_id")} = ${userId}::uuid`] : []),
  ];
  return conditions.length === 0 ? literal("") : sql` where ${join(conditions, " and ")}`;
}
