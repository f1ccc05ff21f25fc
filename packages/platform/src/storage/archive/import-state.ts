import { StartRefusedError } from "../../foundation/errors.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { hasTable } from "../tables/has-table.ts";

/** How far the import of an archive has come. The table is there only until it is complete. */
export interface ImportState {
  /** The checksum of the archive. */
  readonly archive: string;
  /** The lines of the archive that need not be looked at again. */
  readonly lines: number;
}

export async function readImportState(database: Database): Promise<ImportState | undefined> {
  if (!(await hasTable(database, "platform_import"))) return undefined;
  const [state] = await database.query<{ archive: string; lines: number }>(
    sql`select archive, lines from platform_import`,
  );
  return state;
}

export async function beginImport(database: Database, archive: string): Promise<void> {
  await database.run("create table platform_import (archive text not null, lines bigint not null)");
  await database.query(sql`insert into platform_import (archive, lines) values (${archive}, 0)`);
}

/** To be called in the transaction that stores what the lines say. Throws when another process has gone on meanwhile. */
export async function moveImport(database: Database, from: number, to: number): Promise<void> {
  const moved = await database.query(
    sql`update platform_import set lines = ${to} where lines = ${from} returning lines`,
  );
  if (moved.length > 0) return;
  throw new StartRefusedError("The import can't go on:", ["another process imports into this database right now"]);
}

export async function endImport(database: Database): Promise<void> {
  await database.run("drop table platform_import");
}

/** What to do about a database that holds only a part of an archive. */
export const importRemedy =
  "run platform import with the same archive once more, which goes on where it was; or use a new database";

/** Throws while only a part of an archive is there. */
export async function requireNoImport(database: Database): Promise<void> {
  if (!(await hasTable(database, "platform_import"))) return;
  throw new StartRefusedError("The database can't be used yet:", [`it holds a part of an archive: ${importRemedy}`]);
}
