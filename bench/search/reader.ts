import type pg from "pg";
import type { Ask } from "./graphql-client.ts";

export interface Reader {
  readonly headers: Readonly<Record<string, string>>;
}

/** Somebody whose role may read every second passage. */
export async function createReader(ask: Ask, client: pg.Client): Promise<Reader> {
  const { role } = await ask<{ role: { item: { id: string } } }>(
    `mutation { role: rolesCreateOne(input: { name: "Readers", contexts: READ }) { item { id } } }`,
    {},
  );
  const { user } = await ask<{ user: { item: { id: string } } }>(
    `mutation ($role: String) { user: usersCreateOne(input: { email: "reader@example.com", role: $role }) { item { id } } }`,
    { role: role.item.id },
  );
  const { key } = await ask<{ key: { key: string } }>(
    `mutation ($user: ID) { key: apiKeysGenerate(name: "reader", user: $user) { key } }`,
    { user: user.item.id },
  );
  await client.query(
    `update passages set rbac_mode = 'roles', rbac_readers = array[$1] where substr(category, 2)::int % 2 = 1`,
    [`role:${role.item.id}`],
  );
  await client.query("vacuum analyze passages");
  return { headers: { "content-type": "application/json", "x-api-key": key.key } };
}
