import type { Database } from "../database.ts";
import { type SqlValue, sql } from "../sql.ts";

/** What agents take over from one backend, by field. */
export interface BackendRow {
  readonly provider: SqlValue;
  readonly modelName: SqlValue;
  readonly capabilities: SqlValue;
  readonly streaming: SqlValue;
  readonly maxContextLength: SqlValue;
  readonly workflows: SqlValue;
}

/** Agents show what their backend is now, also where its definition has changed since they were written. */
export async function updateBackend(database: Database, backend: string, row: BackendRow): Promise<void> {
  const now = sql`(${row.provider}::text, ${row.modelName}::text, ${row.capabilities}::jsonb, ${row.streaming}::boolean,
    ${row.maxContextLength}::double precision, ${row.workflows}::jsonb)`;
  const columns = sql`provider, "modelName", capabilities, streaming, "maxContextLength", workflows`;
  await database.query(sql`
    update agents set (${columns}) = ${now} where backend = ${backend} and (${columns}) is distinct from ${now}`);
}
