import { type Permissions, parsePermissions, permissionNames } from "../../definitions/permissions.ts";
import { textProblem } from "../../definitions/text-problem.ts";
import type { Database } from "../database.ts";
import { array, join, name, type SqlFragment, sql } from "../sql.ts";

/** What is needed to know of a user to let them in. */
export interface Identity {
  readonly userId: string;
  readonly email: string;
  readonly roleId: string | null;
  readonly isSuperAdmin: boolean;
  readonly isActive: boolean;
  /** What their role gives. */
  readonly permissions: Permissions;
  /** Sessions that began before are over. */
  readonly sessionsValidFrom: string | null;
  readonly passwordHash: string | null;
}

export function findIdentityById(database: Database, id: string): Promise<Identity | undefined> {
  return findIdentity(database, sql`users.id = ${id}::uuid`);
}

export async function findIdentityByEmail(database: Database, email: string): Promise<Identity | undefined> {
  if (textProblem(email)) return undefined;
  return findIdentity(database, sql`users.email = ${email.toLowerCase()}`);
}

/** The addresses of users, by id. */
export async function findEmails(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; email: string }>(
    sql`select id, email from users where id = any(${array(ids, "uuid")})`,
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function findIdentity(database: Database, condition: SqlFragment): Promise<Identity | undefined> {
  const [row] = await database.query<IdentityRow>(
    sql`select ${identityColumns} from ${identityTables} where ${condition}`,
  );
  return row && toIdentity(row);
}

export interface IdentityRow extends Readonly<Record<string, unknown>> {
  readonly userId: string;
  readonly email: string;
  readonly roleId: string | null;
  readonly superAdmin: boolean | null;
  readonly status: string | null;
  readonly sessionsValidFrom: string | null;
  readonly passwordHash: string | null;
}

/** The role's levels keep the names of its columns. */
export const identityColumns = sql`
  users.id as "userId", users.email as email, users.role as "roleId", users.super_admin as "superAdmin",
  users.status as status, users.sessions_valid_from as "sessionsValidFrom", users.password as "passwordHash",
  ${join(
    permissionNames.map((permission) => name("roles", permission)),
    ", ",
  )}`;

export const identityTables = sql`users left join roles on roles.id::text = users.role`;

export function toIdentity(row: IdentityRow): Identity {
  return {
    userId: row.userId,
    email: row.email,
    roleId: row.roleId,
    isSuperAdmin: row.superAdmin === true,
    isActive: row.status !== "suspended",
    permissions: parsePermissions(row),
    sessionsValidFrom: row.sessionsValidFrom,
    passwordHash: row.passwordHash,
  };
}

export async function isRole(database: Database, id: string): Promise<boolean> {
  const rows = await database.query(sql`select 1 from roles where id = ${id}::uuid`);
  return rows.length > 0;
}

/** Ends every session of a user that began before now. */
export async function endSessions(database: Database, userId: string): Promise<void> {
  await database.query(sql`update users set sessions_valid_from = now() where id = ${userId}::uuid`);
}

/** False when the password is no longer the one that was checked. */
export async function setPassword(
  database: Database,
  { userId, passwordHash: checked }: Pick<Identity, "userId" | "passwordHash">,
  passwordHash: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    update users set password = ${passwordHash}, sessions_valid_from = now(), "updatedAt" = now()
    where id = ${userId}::uuid and password = ${checked} returning id`);
  return rows.length > 0;
}

/** Whether this user is a super admin, and no other who can sign in is. */
export async function isLastSuperAdmin(database: Database, id: string): Promise<boolean> {
  const rows = await database.query(sql`
    select 1 from users as last where id = ${id}::uuid and super_admin and not exists (
      select 1 from users where super_admin and status is distinct from 'suspended' and id <> last.id)`);
  return rows.length > 0;
}

export async function hasSuperAdmin(database: Database): Promise<boolean> {
  const rows = await database.query(sql`select 1 from users where super_admin limit 1`);
  return rows.length > 0;
}

/** Of two processes that start at once, one stores it; a user with that address becomes the super admin. Gives the id. */
export async function insertSuperAdmin(
  database: Database,
  admin: { readonly id: string; readonly email: string; readonly name: string | null; readonly passwordHash: string },
): Promise<string> {
  const [row] = await database.query<{ id: string }>(sql`
    insert into users (id, email, name, password, super_admin)
    values (${admin.id}::uuid, ${admin.email}, ${admin.name}, ${admin.passwordHash}, true)
    on conflict (email) do update set super_admin = true, password = excluded.password, status = 'active'
    returning id`);
  return row?.id ?? admin.id;
}

/** A new user without any permission; false when the address is known already. */
export async function insertUser(
  database: Database,
  user: { readonly id: string; readonly email: string; readonly name: string | null },
): Promise<boolean> {
  const rows = await database.query(sql`
    insert into users (id, email, name, "emailVerified")
    values (${user.id}::uuid, ${user.email}, ${user.name}, now())
    on conflict (email) do nothing returning id`);
  return rows.length > 0;
}
