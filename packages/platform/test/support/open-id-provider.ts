import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: it comes without types.
import { Provider as UntypedProvider } from "oidc-provider";
import type { OpenIdSettings } from "../../src/auth/open-id.ts";

/** What is used here of a real OpenID Connect provider. */
interface Provider {
  callback(): RequestListener;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  readonly Grant: new (of: {
    accountId: string;
    clientId: string;
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
}
const Provider: new (issuer: string, configuration: object) => Provider = UntypedProvider;

interface ProviderContext {
  readonly oidc: {
    readonly provider: Provider;
    readonly session: { readonly accountId: string };
    readonly client: { readonly clientId: string };
  };
}

const accounts: Readonly<Record<string, object>> = {
  ann: { email: "Ann@Example.com", email_verified: true, name: "Ann" },
  unverified: { email: "root@example.com", email_verified: false },
  unclear: { email: "root@example.com" },
  "verified in words": { email: "root@example.com", email_verified: "true" },
  "without address": { name: "Nobody", email_verified: true },
  sam: { email: "sam@example.com", email_verified: true },
  root: { email: "root@example.com", email_verified: true },
};

/** As a browser behind a proxy sees the platform, which itself listens elsewhere. */
const redirectUrl = "https://app.example.com/auth/openid/callback";
const client = { id: "platform", secret: "a client secret for tests" };

export interface OpenIdProvider {
  readonly issuer: string;
  /** What a platform needs to know of it. */
  readonly settings: OpenIdSettings;
  stop(): void;
}

/** A real provider on this machine, at which people sign in by naming themselves, or else decline. */
export async function startProvider(where: "userinfo" | "id token"): Promise<OpenIdProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUrl] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "test" }] },
    cookies: { keys: ["a key for cookies in tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: where === "userinfo",
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/login/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", issuer);
    if (!url.pathname.startsWith("/login/")) return answer(request, response);
    const accountId = url.searchParams.get("as");
    const result = accountId === null ? { error: "access_denied" } : { login: { accountId } };
    return void provider.interactionFinished(request, response, result);
  });
  return {
    issuer,
    settings: { issuer, clientId: client.id, clientSecret: client.secret, redirectUrl },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Keeps cookies and stops at every redirect. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  async open(url: string): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  forgetState(): void {
    this.#cookies.delete("platform_openid_state");
  }
}

export function target(response: Response): string {
  return response.headers.get("location") ?? "";
}
