import type { ApiKey } from "./queries.ts";

export type KeyState = "active" | "expired" | "revoked";

export function keyState({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
}
