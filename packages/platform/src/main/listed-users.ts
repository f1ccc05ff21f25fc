import { coreResource } from "../operations/agents/core-resource.ts";
import type { Call } from "../operations/call.ts";
import { findItem } from "../operations/items/find-item.ts";
import { listItems } from "../operations/items/list-items.ts";
import type { Row } from "../storage/database.ts";
import { textTable } from "./text-table.ts";

/** A user, for people and programs to read. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** The name of their role. */
  readonly role: string | null;
  readonly isSuperAdmin: boolean;
  readonly status: string;
  readonly createdAt: string;
}

const fields = ["id", "email", "name", "role", "super_admin", "status", "createdAt"];
const portion = 500;

/** All of them, newest first. */
export async function listUsers(call: Call): Promise<readonly ListedUser[]> {
  const users = await listAll(call, "users", fields);
  const roles = new Map((await listAll(call, "roles", ["id", "name"])).map(({ id, name }) => [id, String(name)]));
  return users.map((user) => listedUser(user, roles.get(user.role)));
}

export async function userOf(call: Call, id: string): Promise<ListedUser> {
  const user = await findItem(call, coreResource(call, "users"), id, fields);
  const filters = [{ id: { eq: user.role } }];
  // A role that was removed gives nothing, and has no name.
  const { items } = user.role === null ? { items: [] } : await listRoles(call, filters);
  return listedUser(user, items[0] && String(items[0].name));
}

function listRoles(call: Call, filters: unknown) {
  return listItems(call, coreResource(call, "roles"), { filters, fields: ["name"], isCounted: false });
}

export function describeUsers(users: readonly ListedUser[]): string {
  if (users.length === 0) return "There are no users.";
  const rows = users.map(({ email, name, role, isSuperAdmin, status, createdAt }) => [
    ...[email, isSuperAdmin ? "super admin" : (role ?? "-"), status, createdAt.slice(0, 10), name ?? ""],
  ]);
  return textTable(["EMAIL", "ROLE", "STATUS", "SINCE", "NAME"], rows);
}

async function listAll(call: Call, type: string, columns: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const options = { limit: portion, page, fields: columns, isCounted: false };
    const { items } = await listItems(call, coreResource(call, type), options);
    rows.push(...items);
    if (items.length < portion) return rows;
  }
}

function listedUser(user: Row, role: string | undefined): ListedUser {
  return {
    id: String(user.id),
    email: String(user.email),
    name: user.name === null ? null : String(user.name),
    role: role ?? null,
    isSuperAdmin: user.super_admin === true,
    status: String(user.status ?? "active"),
    createdAt: String(user.createdAt),
  };
}
