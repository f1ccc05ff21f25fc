import { postJson } from "../../shared/api/request.ts";
import type { Session } from "../../shared/session/session-store.ts";

/** Ends every other session; the answer holds a new one. */
export function changePassword(change: { readonly current: string; readonly next: string }): Promise<Session> {
  return postJson<Session>("/auth/password", change);
}
