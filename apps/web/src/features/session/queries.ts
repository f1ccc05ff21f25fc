import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "../../shared/api/request.ts";
import type { Session } from "../../shared/session/session-store.ts";

export interface SignInOptions {
  /** Whether an OpenID Connect provider is configured. */
  readonly openId: boolean;
  /** Whether the first super admin is there. */
  readonly isSetUp: boolean;
}

export const signInOptionsQuery = queryOptions({
  queryKey: ["sign-in-options"],
  queryFn: () => getJson<SignInOptions>("/auth/options"),
});

export function signIn(credentials: { readonly email: string; readonly password: string }): Promise<Session> {
  return postJson<Session>("/auth/sign-in", credentials);
}

export interface FirstAdmin {
  /** What the link carries. */
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

export function setUpFirstAdmin(admin: FirstAdmin): Promise<Session> {
  return postJson<Session>("/auth/set-up", admin);
}

export function takeOpenIdSession(given: { readonly code: string; readonly verifier: string }): Promise<Session> {
  return postJson<Session>("/auth/openid/session", given);
}
