import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../database.ts";
import { name, sql } from "../sql.ts";
import { rightsColumns } from "../tables/table-model.ts";

/** The items of a user become nobody's. */
export async function disownItems(database: Database, resource: Resource, userId: string): Promise<void> {
  const creator = name(rightsColumns.creator);
  await database.query(sql`update ${name(resource.id)} set ${creator} = null where ${creator} = ${userId}::uuid`);
}
