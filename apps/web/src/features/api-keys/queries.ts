import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { PermissionLevel, PermissionName } from "../../shared/workspace/permissions.ts";

export type Scopes = Partial<Readonly<Record<PermissionName, PermissionLevel>>>;

export interface ApiKey {
  readonly id: string;
  readonly keyId: string;
  readonly name: string;
  readonly userId: string;
  /** Null: everything its user may do. */
  readonly scopes: Scopes | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const fields = "id keyId name userId scopes createdAt expiresAt lastUsedAt revokedAt";

export const apiKeysOperation = operation<{ readonly apiKeys: readonly ApiKey[] }>(
  `query ApiKeys { apiKeys { ${fields} } }`,
);

export interface NewKey {
  readonly name: string;
  readonly user?: string | undefined;
  readonly scopes?: Scopes | undefined;
  readonly expiresAt?: string | undefined;
}

/** The key itself is told this once. */
export interface GeneratedKey {
  readonly key: string;
  readonly apiKey: ApiKey;
}

export const generateKeyOperation = operation<{ readonly apiKeysGenerate: GeneratedKey }, NewKey>(`
  mutation GenerateKey($name: String!, $user: ID, $scopes: JSON, $expiresAt: Date) {
    apiKeysGenerate(name: $name, user: $user, scopes: $scopes, expiresAt: $expiresAt) { key apiKey { ${fields} } }
  }
`);

export const rotateKeyOperation = operation<
  { readonly apiKeysRotate: GeneratedKey },
  { readonly id: string; readonly overlapInSeconds: number }
>(`
  mutation RotateKey($id: ID!, $overlapInSeconds: Int) {
    apiKeysRotate(id: $id, overlapInSeconds: $overlapInSeconds) { key apiKey { ${fields} } }
  }
`);

export const revokeKeyOperation = operation<{ readonly apiKeysRevoke: ApiKey }, { readonly id: string }>(
  `mutation RevokeKey($id: ID!) { apiKeysRevoke(id: $id) { ${fields} } }`,
);

export const apiKeysQuery = queryOptions({
  queryKey: ["api-keys"],
  queryFn: async ({ signal }) => (await request(apiKeysOperation, {}, { signal })).apiKeys,
});
