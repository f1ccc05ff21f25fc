import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: it comes without types.
import { Provider as UntypedProvider } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

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
/** A web frontend that is served from elsewhere. */
const frontend = "https://web.example.com";
const client = { id: "platform", secret: "a client secret for tests" };

/** A real provider on this machine, at which people sign in by naming themselves. */
async function startProvider(where: "userinfo" | "id token"): Promise<{ issuer: string; server: Server }> {
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
    const login = { login: { accountId: url.searchParams.get("as") } };
    return void provider.interactionFinished(request, response, login);
  });
  return { issuer, server };
}

/** Keeps cookies and stops at every redirect. */
class Browser {
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

function target(response: Response): string {
  return response.headers.get("location") ?? "";
}

interface Outcome {
  readonly status: number;
  readonly body: {
    readonly token?: string;
    readonly user?: { email: string };
    readonly errors?: readonly { message: string }[];
  };
}

describe.skipIf(isMissing).for(["userinfo", "id token"] as const)(
  "OpenID Connect sign-in, with a provider that tells the address in its %s",
  (where) => {
    let platform: TestPlatform;
    let provider: { issuer: string; server: Server };

    beforeAll(async () => {
      provider = await startProvider(where);
      platform = await startTestPlatform(library(), {
        openId: { issuer: provider.issuer, clientId: client.id, clientSecret: client.secret, redirectUrl },
        corsOrigins: [frontend],
      });
    });
    afterAll(async () => {
      await platform.close();
      provider.server.close();
      provider.server.closeAllConnections();
    });

    /** Everything up to the way back: where the provider sends the browser. */
    const begin = async (
      browser: Browser,
      account: string,
      query = "",
    ): Promise<{ authorization: URL; callback: URL }> => {
      const authorization = target(await browser.open(`${platform.url}/auth/openid${query}`));
      const login = target(await browser.open(authorization));
      const resume = target(await browser.open(`${new URL(login, provider.issuer)}?as=${encodeURIComponent(account)}`));
      const callback = target(await browser.open(resume));
      return { authorization: new URL(authorization), callback: new URL(callback) };
    };
    const finish = async (browser: Browser, callback: URL): Promise<Outcome> => {
      const response = await browser.open(`${platform.url}${callback.pathname}${callback.search}`);
      return { status: response.status, body: (await response.json()) as Outcome["body"] };
    };
    const signInAs = async (account: string) => {
      const browser = new Browser();
      return finish(browser, (await begin(browser, account)).callback);
    };
    const users = () => platform.database.query(sql`select email, name, role, super_admin from users order by email`);
    const sessions = () => platform.database.query(sql`select id from platform_sessions`);
    const expectRefused = (outcome: Outcome) => {
      expect(outcome.status).toBe(401);
      expect(outcome.body.errors?.map(({ message }) => message)).toEqual([
        "The e-mail address or the password is wrong.",
      ]);
    };

    test("an authorization code with PKCE, state and nonce is asked for", async () => {
      const { authorization, callback } = await begin(new Browser(), "ann");

      expect(Object.fromEntries(authorization.searchParams)).toEqual({
        client_id: client.id,
        redirect_uri: redirectUrl,
        response_type: "code",
        scope: "openid email profile",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: "S256",
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(`${callback.origin}${callback.pathname}`).toBe(redirectUrl);
      expect(callback.searchParams.get("state")).toBe(authorization.searchParams.get("state"));
    });

    test("a new address becomes a user without any permission, with a session that works and can be ended", async () => {
      const first = await signInAs("ann");
      const second = await signInAs("ann");

      expect(first).toMatchObject({ status: 200, body: { user: { email: "ann@example.com" } } });
      expect(second.body.user).toEqual(first.body.user);
      const headers = { authorization: `Bearer ${first.body.token}` };
      const { me } = await platform
        .as(headers)
        .data<{ me: { permissions: Record<string, string | null> } }>(
          "{ me { email name role super_admin permissions } }",
        );
      expect(me).toMatchObject({ email: "ann@example.com", name: "Ann", role: null, super_admin: false });
      expect(Object.values(me.permissions).filter((level) => level !== null)).toEqual([]);
      expect(await platform.as(headers).error("{ booksPagination { items { id } } }")).toMatchObject({
        message: "Access control error",
      });
      const out = await fetch(`${platform.url}/auth/sign-out`, { method: "POST", headers });
      expect(out.status).toBe(204);
    });

    test("somebody who is known already keeps what they have", async () => {
      await platform.data(
        `mutation { usersCreateOne(input: { email: "root@example.com", name: "Root", super_admin: true }) { item { id } } }`,
      );

      const { body } = await signInAs("root");

      const { me } = await platform
        .as({ authorization: `Bearer ${body.token}` })
        .data<{ me: object }>("{ me { email name super_admin } }");
      expect(me).toEqual({ email: "root@example.com", name: "Root", super_admin: true });
    });

    test.for(["unverified", "unclear", "verified in words", "without address"])(
      "an address that the provider has not verified counts for nothing: %s",
      async (account) => {
        const [usersBefore, sessionsBefore] = [await users(), await sessions()];

        expectRefused(await signInAs(account));

        expect([await users(), await sessions()]).toEqual([usersBefore, sessionsBefore]);
      },
    );

    test("a suspended user is refused", async () => {
      await platform.data(
        `mutation { usersCreateOne(input: { email: "sam@example.com", status: SUSPENDED }) { item { id } } }`,
      );
      const before = await sessions();

      expectRefused(await signInAs("sam"));

      expect(await sessions()).toEqual(before);
    });

    test("the state must come back, from the same browser, unchanged", async () => {
      const before = await sessions();
      const stolen = new Browser();
      const { callback } = await begin(stolen, "ann");
      const victim = new Browser();
      await begin(victim, "ann");
      const altered = new URL(callback);
      altered.searchParams.set("state", "A".repeat(43));

      expectRefused(await finish(new Browser(), callback));
      expectRefused(await finish(victim, callback));
      const forgetful = new Browser();
      const begun = await begin(forgetful, "ann");
      forgetful.forgetState();
      expectRefused(await finish(forgetful, begun.callback));
      expectRefused(await finish(stolen, altered));
      const another = new Browser();
      const { callback: good } = await begin(another, "ann");
      good.searchParams.delete("state");
      expectRefused(await finish(another, good));

      expect(await sessions()).toEqual(before);
    });

    test("a way back works once", async () => {
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");

      const first = await finish(browser, callback);
      const before = await sessions();
      const replayed = await finish(browser, callback);

      expect(first.status).toBe(200);
      expectRefused(replayed);
      expect(await sessions()).toEqual(before);
    });

    /** Signs in from a web frontend, up to the address that leads back to it. */
    const returnTo = async (origin: string, account: string, verifier = "a verifier") => {
      const browser = new Browser();
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const { callback } = await begin(
        browser,
        account,
        `?origin=${encodeURIComponent(origin)}&challenge=${challenge}`,
      );
      return target(await browser.open(`${platform.url}${callback.pathname}${callback.search}`));
    };
    const takeSession = async (given: object) => {
      const response = await fetch(`${platform.url}/auth/openid/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(given),
      });
      return { status: response.status, body: (await response.json()) as Outcome["body"] };
    };

    test.for(["https://app.example.com", frontend])(
      "a web frontend at %s is given a code, which is worth a session together with its secret",
      async (origin) => {
        const verifier = randomBytes(32).toString("base64url");

        const address = new URL(await returnTo(origin, "ann", verifier));
        const code = address.hash.replace("#code=", "");
        const { status, body } = await takeSession({ code, verifier });

        expect(`${address.origin}${address.pathname}`).toBe(`${origin}/sign-in`);
        expect(status).toBe(200);
        expect(address.href).not.toContain(body.token);
        const { me } = await platform
          .as({ authorization: `Bearer ${body.token}` })
          .data<{ me: object }>("{ me { email } }");
        expect(me).toEqual({ email: "ann@example.com" });
      },
    );

    test("a code is worth nothing with another secret, made up, or a minute later", async () => {
      const code = (await returnTo(frontend, "ann")).split("#code=")[1] ?? "";
      const before = await sessions();

      expectRefused(await takeSession({ code, verifier: "another verifier" }));
      expectRefused(await takeSession({ code: `${code.slice(0, -4)}AAAA`, verifier: "a verifier" }));
      expectRefused(await takeSession({ code: "made up", verifier: "a verifier" }));
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
      const late = await takeSession({ code, verifier: "a verifier" }).finally(() => vi.useRealTimers());
      expectRefused(late);

      expect(await sessions()).toEqual(before);
    });

    test("whoever is refused is brought back without a code", async () => {
      expect(await returnTo(frontend, "unverified")).toBe(`${frontend}/sign-in#refused`);
    });

    test.for([
      ["a stranger's origin", "https://evil.example.com", "A".repeat(43)],
      ["an origin that only begins like a known one", `${frontend}.evil.example`, "A".repeat(43)],
      ["a path", `${frontend}/elsewhere`, "A".repeat(43)],
      ["no secret", frontend, ""],
    ])("nobody is sent to where they should not go: %s", async ([, origin = "", challenge]) => {
      const query = `?origin=${encodeURIComponent(origin)}&challenge=${challenge}`;
      const response = await fetch(`${platform.url}/auth/openid${query}`, { redirect: "manual" });

      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    });

    test("the sign-in page can tell that there is a provider", async () => {
      const response = await fetch(`${platform.url}/auth/options`);

      expect(await response.json()).toMatchObject({ openId: true });
    });

    test("a made-up code, and an error from the provider, are refused", async () => {
      const guessing = new Browser();
      const { callback: guess } = await begin(guessing, "ann");
      guess.searchParams.set("code", "A".repeat(43));
      const denied = new Browser();
      const { callback: denial } = await begin(denied, "ann");
      denial.searchParams.delete("code");
      denial.searchParams.set("error", "access_denied");

      expectRefused(await finish(guessing, guess));
      expectRefused(await finish(denied, denial));
    });
  },
);

describe.skipIf(isMissing)("Without an OpenID Connect provider", () => {
  test("its routes are not there", async () => {
    const platform = await startTestPlatform(library());

    const responses = [
      await fetch(`${platform.url}/auth/openid`),
      await fetch(`${platform.url}/auth/openid/callback?code=a&state=b`),
    ];
    const known = await (await fetch(`${platform.url}/auth/options`)).json();
    await platform.close();

    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect(known).toEqual({ openId: false, isSetUp: false });
  });
});
