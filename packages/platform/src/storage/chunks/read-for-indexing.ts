import type { Resource } from "../../definitions/resource.ts";
import type { Database, Row } from "../database.ts";
import { join, name, sql } from "../sql.ts";
import { chunkTableNames } from "../tables/chunk-tables.ts";

/** An item, and what tells this version of it from any other. */
export interface VersionedItem {
  readonly item: Row;
  readonly version: string;
}

/** No field can have this name. */
const versionName = "row version";

/** Undefined when it is gone. */
export async function readVersionedItem(
  database: Database,
  resource: Resource,
  itemId: string,
): Promise<VersionedItem | undefined> {
  const columns = [...resource.readable.keys()].map((field) => name(field));
  // xmin names the transaction that wrote the row. Two changes can have the same updatedAt, or one that runs backwards.
  const [row] = await database.query(sql`
    select ${join(columns, ", ")}, xmin::text as ${name(versionName)}
    from ${name(resource.id)} where id = ${itemId}::uuid`);
  if (!row) return undefined;
  const { [versionName]: version, ...item } = row;
  return { item, version: String(version) };
}

/** The hashes of an item's chunks. */
export async function readChunkHashes(
  database: Database,
  { id }: Resource,
  itemId: string,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ hash: string }>(sql`
    select content_hash as hash from ${name(chunkTableNames(id).chunks)} where item_id = ${itemId}::uuid`);
  return new Set(rows.map(({ hash }) => hash));
}
