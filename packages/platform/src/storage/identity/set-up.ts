import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Offers the set-up of the first super admin to whoever holds the secret; an earlier offer is withdrawn. */
export async function offerSetUp(database: Database, secretHash: string, validForHours: number): Promise<void> {
  await database.query(sql`
    insert into platform_state (key, value)
    values ('set_up', jsonb_build_object('hash', ${secretHash}::text, 'until', now() + make_interval(hours => ${validForHours}::int)))
    on conflict (key) do update set value = excluded.value`);
}

/** Takes the offer: of any number who try at once, one succeeds. */
export async function takeSetUp(database: Database, secretHash: string): Promise<boolean> {
  const rows = await database.query(sql`
    delete from platform_state
    where key = 'set_up' and value->>'hash' = ${secretHash} and (value->>'until')::timestamptz > now()
      and not exists (select 1 from users where super_admin)
    returning key`);
  return rows.length > 0;
}
