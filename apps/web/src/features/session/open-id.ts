import { backendUrl } from "../../shared/api/backend-url.ts";

const verifierKey = "platform.openid-verifier";
const nextKey = "platform.openid-next";

/**
 * Leaves for the provider. What comes back is a code that is worth nothing without the secret that stays in this tab, so
 * that neither the code nor a link made up by somebody else can sign anybody in.
 */
export async function beginOpenId(next: string | undefined): Promise<void> {
  const verifier = encode(crypto.getRandomValues(new Uint8Array(32)));
  const challenge = encode(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
  sessionStorage.setItem(verifierKey, verifier);
  sessionStorage.setItem(nextKey, next ?? "");
  const query = new URLSearchParams({ origin: location.origin, challenge });
  location.assign(`${backendUrl}/auth/openid?${query}`);
}

export type OpenIdReturn =
  | { readonly kind: "none" }
  | { readonly kind: "refused" }
  | { readonly kind: "code"; readonly code: string; readonly verifier: string; readonly next: string | undefined };

/** What the provider sent somebody back with; read once. */
export function takeOpenIdReturn(): OpenIdReturn {
  const { hash } = location;
  if (hash === "") return { kind: "none" };
  const verifier = sessionStorage.getItem(verifierKey);
  const next = sessionStorage.getItem(nextKey) || undefined;
  sessionStorage.removeItem(verifierKey);
  sessionStorage.removeItem(nextKey);
  history.replaceState(history.state, "", location.pathname + location.search);
  const code = /^#code=(.+)$/.exec(hash)?.[1];
  if (hash === "#refused" || !code || !verifier) return { kind: "refused" };
  return { kind: "code", code, verifier, next };
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
