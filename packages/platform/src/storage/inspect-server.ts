import type { Database } from "./database.ts";
import { sql } from "./sql.ts";

/** Runs work that can't change anything, even by mistake. */
export function readingOnly<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return database.transaction(async () => {
    await database.run("set transaction read only");
    return work();
  });
}

export interface ServerFacts {
  /** As in 150004. */
  readonly version: number;
  readonly versionText: string;
  /** The version of pgvector in this database; null when it was not added to it. */
  readonly vectorInstalled: string | null;
  /** The version of pgvector that could be added; null when the server has none. */
  readonly vectorAvailable: string | null;
  /** Whether a platform was started on it before. */
  readonly hasState: boolean;
}

export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const [facts] = await database.query<ServerFacts>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
      (select extversion from pg_extension where extname = 'vector') as "vectorInstalled",
      (select default_version from pg_available_extensions where name = 'vector') as "vectorAvailable",
      to_regclass('platform_state') is not null as "hasState"`);
  if (!facts) throw new Error("The database said nothing about itself.");
  return facts;
}

/** What time it is there, in milliseconds since 1970. */
export async function readServerClock(database: Database): Promise<number> {
  const [row] = await database.query<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::double precision * 1000 as now`,
  );
  return row?.now ?? Number.NaN;
}
