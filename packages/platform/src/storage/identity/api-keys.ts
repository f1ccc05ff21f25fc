import { type Permissions, parsePermissions } from "../../definitions/permissions.ts";
import type { Database } from "../database.ts";
import { type SqlFragment, sql } from "../sql.ts";
import { type Identity, type IdentityRow, identityColumns, identityTables, toIdentity } from "./users.ts";

/** An API key as its owner may see it. The secret is not kept. */
export interface ApiKey {
  readonly id: string;
  readonly keyId: string;
  readonly name: string;
  readonly userId: string;
  /** Null: everything that its user may do. */
  readonly scopes: Permissions | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** What a key whose secret was right opens. */
export interface PresentedKey {
  readonly id: string;
  readonly scopes: Permissions | null;
  readonly expiresAt: string | null;
  readonly isRevoked: boolean;
  readonly identity: Identity;
}

/** `otherwise` comes back for an unknown id: a row of the same size either way, so that it takes no longer either way. */
export async function findSecretHash(database: Database, keyId: string, otherwise: string): Promise<string> {
  const [row] = await database.query<{ secretHash: string }>(sql`
    select coalesce((select secret_hash from platform_api_keys where key_id = ${keyId}), ${otherwise}) as "secretHash"`);
  return row?.secretHash ?? otherwise;
}

export function findPresentedKey(database: Database, keyId: string): Promise<PresentedKey | undefined> {
  return findKey(database, sql`keys.key_id = ${keyId}`);
}

/** A key by the id of its record. Its secret was right when it was used. */
export function findUsedKey(database: Database, id: string): Promise<PresentedKey | undefined> {
  return findKey(database, sql`keys.id = ${id}::uuid`);
}

async function findKey(database: Database, condition: SqlFragment): Promise<PresentedKey | undefined> {
  const [row] = await database.query<
    IdentityRow & {
      keyRowId: string;
      scopes: Record<string, unknown> | null;
      expiresAt: string | null;
      revokedAt: string | null;
    }
  >(sql`
    select keys.id as "keyRowId", keys.scopes as scopes, keys.expires_at as "expiresAt", keys.revoked_at as "revokedAt",
      ${identityColumns}
    from platform_api_keys as keys
    join ${identityTables} on users.id = keys.user_id
    where ${condition}`);
  if (!row) return undefined;
  return {
    id: row.keyRowId,
    scopes: row.scopes && parsePermissions(row.scopes),
    expiresAt: row.expiresAt,
    isRevoked: row.revokedAt !== null,
    identity: toIdentity(row),
  };
}

export async function insertApiKey(
  database: Database,
  key: {
    readonly id: string;
    readonly keyId: string;
    readonly secretHash: string;
    readonly name: string;
    readonly userId: string;
    readonly scopes: Permissions | null;
    readonly expiresAt: string | null;
  },
): Promise<ApiKey> {
  const [row] = await database.query<ApiKey>(sql`
    insert into platform_api_keys (id, key_id, secret_hash, name, user_id, scopes, expires_at)
    values (${key.id}::uuid, ${key.keyId}, ${key.secretHash}, ${key.name}, ${key.userId}::uuid,
      ${key.scopes && JSON.stringify(key.scopes)}::jsonb, ${key.expiresAt}::timestamptz)
    returning ${apiKeyColumns}`);
  if (!row) throw new Error("An insert gave nothing back.");
  return row;
}

/** The keys of one user, or of everyone, newest first. */
export function listApiKeys(database: Database, userId: string | null): Promise<readonly ApiKey[]> {
  return database.query<ApiKey>(sql`
    select ${apiKeyColumns} from platform_api_keys
    where ${userId}::uuid is null or user_id = ${userId}::uuid
    order by revoked_at is not null, "createdAt" desc, id desc limit 500`);
}

/** By one of its two ids. Undefined when there is no such key among those of the user, or of everyone. */
export async function findApiKey(
  database: Database,
  wanted: { readonly id: string } | { readonly keyId: string },
  userId: string | null,
): Promise<ApiKey | undefined> {
  const isWanted = "id" in wanted ? sql`id = ${wanted.id}::uuid` : sql`key_id = ${wanted.keyId}`;
  const [row] = await database.query<ApiKey>(sql`
    select ${apiKeyColumns} from platform_api_keys
    where ${isWanted} and (${userId}::uuid is null or user_id = ${userId}::uuid)`);
  return row;
}

export async function revokeApiKey(database: Database, id: string): Promise<ApiKey | undefined> {
  const [row] = await database.query<ApiKey>(sql`
    update platform_api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id}::uuid
    returning ${apiKeyColumns}`);
  return row;
}

/** Lets a key end at a time, unless it ends earlier anyway. */
export async function endApiKey(database: Database, id: string, endsAt: string): Promise<void> {
  await database.query(sql`
    update platform_api_keys set expires_at = least(expires_at, ${endsAt}::timestamptz) where id = ${id}::uuid`);
}

/** At most once a minute for each key: the time is for people, not worth a write for every request. */
export async function touchApiKey(database: Database, id: string): Promise<void> {
  await database.query(sql`
    update platform_api_keys set last_used_at = now()
    where id = ${id}::uuid and (last_used_at is null or last_used_at < now() - interval '1 minute')`);
}

const apiKeyColumns = sql`
  id, key_id as "keyId", name, user_id as "userId", scopes, "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

export async function deleteKeysOf(database: Database, userId: string): Promise<void> {
  await database.query(sql`delete from platform_api_keys where user_id = ${userId}::uuid`);
}
