import { SignJWT } from "jose";
import { type Client, type TestPlatform, testSecret } from "./test-platform.ts";

/** Somebody who signs in. */
export interface Caller extends Client {
  readonly userId: string;
  readonly roleId: string | null;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallerOptions {
  readonly email: string;
  /** Their role's permissions; absent: no role at all. */
  readonly permissions?: Readonly<Record<string, "READ" | "WRITE">>;
  /** A role they share with somebody. */
  readonly roleId?: string;
  readonly isSuperAdmin?: boolean;
}

/** Makes a user, with a role of their own if they have permissions, and signs them in. */
export async function createCaller(platform: TestPlatform, options: CallerOptions): Promise<Caller> {
  const { email, permissions, isSuperAdmin = false } = options;
  const roleId = options.roleId ?? (permissions ? await createRole(platform, email, permissions) : null);
  const { usersCreateOne } = await platform.data<{ usersCreateOne: { item: { id: string } } }>(
    `mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { id } } }`,
    { input: { email, super_admin: isSuperAdmin, ...(roleId && { role: roleId }) } },
  );
  const headers = { authorization: `Bearer ${await tokenFor({ email })}` };
  return { ...platform.as(headers), userId: usersCreateOne.item.id, roleId, email, headers };
}

export async function createRole(
  platform: TestPlatform,
  name: string,
  permissions: Readonly<Record<string, "READ" | "WRITE">>,
): Promise<string> {
  const { rolesCreateOne } = await platform.data<{ rolesCreateOne: { item: { id: string } } }>(
    `mutation ($input: rolesInput!) { rolesCreateOne(input: $input) { item { id } } }`,
    { input: { name, ...permissions } },
  );
  return rolesCreateOne.item.id;
}

/** A token as any session library that shares the secret would mint it. */
export function tokenFor(claims: Readonly<Record<string, unknown>>, secret = testSecret): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret));
}
