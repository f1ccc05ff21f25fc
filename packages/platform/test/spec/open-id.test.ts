import { createHash, randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { GraphQLFormattedError } from "graphql";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { library } from "../support/library.ts";
import { Browser, type OpenIdProvider, startProvider, target } from "../support/open-id-provider.ts";
import { isMissing } from "../support/test-database.ts";
import { startBeside, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** A web frontend that is served from elsewhere. */
const frontend = "https://web.example.com";
const noSession = "The e-mail address or the password is wrong.";
const stale = "This sign-in took too long, was used before, or was begun in another browser. Start again.";

interface Outcome {
  readonly status: number;
  readonly body: {
    readonly token?: string;
    readonly user?: { email: string };
    readonly errors?: readonly GraphQLFormattedError[];
  };
}

describe.skipIf(isMissing).for(["userinfo", "id token"] as const)(
  "OpenID Connect sign-in, with a provider that tells the address in its %s",
  (where) => {
    let platform: TestPlatform;
    let provider: OpenIdProvider;
    const logged: Record<string, unknown>[] = [];

    beforeAll(async () => {
      provider = await startProvider(where);
      const destination = new Writable({
        write: (line, _encoding, done) => {
          logged.push(JSON.parse(String(line)));
          done();
        },
      });
      platform = await startTestPlatform(library(), {
        openId: provider.settings,
        corsOrigins: [frontend],
        logger: pino({ level: "warn" }, destination),
      });
    });
    afterAll(async () => {
      await platform.close();
      provider.stop();
    });

    /** Everything up to the way back: where the provider sends the browser. */
    const begin = async (
      browser: Browser,
      account: string | undefined,
      query = "",
    ): Promise<{ authorization: URL; callback: URL }> => {
      const authorization = target(await browser.open(`${platform.url}/auth/openid${query}`));
      const login = target(await browser.open(authorization));
      const answer = account === undefined ? "" : `?as=${encodeURIComponent(account)}`;
      const resume = target(await browser.open(`${new URL(login, provider.issuer)}${answer}`));
      const callback = target(await browser.open(resume));
      return { authorization: new URL(authorization), callback: new URL(callback) };
    };
    const finish = async (browser: Browser, callback: URL, at = platform): Promise<Outcome> => {
      const response = await browser.open(`${at.url}${callback.pathname}${callback.search}`);
      return { status: response.status, body: (await response.json()) as Outcome["body"] };
    };
    const signInAs = async (account: string) => {
      const browser = new Browser();
      return finish(browser, (await begin(browser, account)).callback);
    };
    const users = () => platform.database.query(sql`select email, name, role, super_admin from users order by email`);
    const sessions = () => platform.database.query(sql`select id from platform_sessions`);
    const expectRefused = (outcome: Outcome, message: string) => {
      expect(outcome.status).toBe(401);
      expect(outcome.body.errors).toEqual([
        { message, extensions: { code: "UNAUTHENTICATED", requestId: expect.any(String) } },
      ]);
    };

    test("an authorization code with PKCE, state and nonce is asked for", async () => {
      const { authorization, callback } = await begin(new Browser(), "ann");

      expect(Object.fromEntries(authorization.searchParams)).toEqual({
        client_id: provider.settings.clientId,
        redirect_uri: provider.settings.redirectUrl,
        response_type: "code",
        scope: "openid email profile",
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: "S256",
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
      expect(`${callback.origin}${callback.pathname}`).toBe(provider.settings.redirectUrl);
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

    test("the way back may lead to another process than the way out, and works there once", async () => {
      const second = await startBeside(platform, library(), { openId: provider.settings });
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");

      const there = await finish(browser, callback, second);
      const replayed = await finish(browser, callback);
      const headers = { authorization: `Bearer ${there.body.token}` };
      const known = [
        await platform.as(headers).data("{ me { email } }"),
        await second.as(headers).data("{ me { email } }"),
      ];
      await second.close();

      expect(there).toMatchObject({ status: 200, body: { user: { email: "ann@example.com" } } });
      expectRefused(replayed, stale);
      expect(known).toEqual([{ me: { email: "ann@example.com" } }, { me: { email: "ann@example.com" } }]);
    });

    test("a process with another secret does not take the way back of this one", async () => {
      const stranger = await startBeside(platform, library(), {
        openId: provider.settings,
        secrets: ["another secret for tests only, long enough too"],
      });
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");
      const before = await sessions();

      const refused = await finish(browser, callback, stranger);
      await stranger.close();

      expectRefused(refused, stale);
      expect(await sessions()).toEqual(before);
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

        expectRefused(
          await signInAs(account),
          "The provider has not confirmed your e-mail address. Confirm it there, then sign in again.",
        );

        expect([await users(), await sessions()]).toEqual([usersBefore, sessionsBefore]);
      },
    );

    test("a suspended user is refused", async () => {
      await platform.data(
        `mutation { usersCreateOne(input: { email: "sam@example.com", status: SUSPENDED }) { item { id } } }`,
      );
      const before = await sessions();

      expectRefused(await signInAs("sam"), "This account is suspended. Ask whoever runs the platform.");

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

      expectRefused(await finish(new Browser(), callback), stale);
      expectRefused(await finish(victim, callback), stale);
      const forgetful = new Browser();
      const begun = await begin(forgetful, "ann");
      forgetful.forgetState();
      expectRefused(await finish(forgetful, begun.callback), stale);
      expectRefused(await finish(stolen, altered), stale);
      const another = new Browser();
      const { callback: good } = await begin(another, "ann");
      good.searchParams.delete("state");
      expectRefused(await finish(another, good), stale);

      expect(await sessions()).toEqual(before);
    });

    test("a way back works once", async () => {
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");

      const first = await finish(browser, callback);
      const before = await sessions();
      const replayed = await finish(browser, callback);

      expect(first.status).toBe(200);
      expectRefused(replayed, stale);
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

      expectRefused(await takeSession({ code, verifier: "another verifier" }), noSession);
      expectRefused(await takeSession({ code: `${code.slice(0, -4)}AAAA`, verifier: "a verifier" }), noSession);
      expectRefused(await takeSession({ code: "made up", verifier: "a verifier" }), noSession);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
      const late = await takeSession({ code, verifier: "a verifier" }).finally(() => vi.useRealTimers());
      expectRefused(late, noSession);

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

    test("a made-up code is refused", async () => {
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");
      callback.searchParams.set("code", "A".repeat(43));

      expectRefused(await finish(browser, callback), stale);
    });

    test("who cancels at the provider is told so, and so is whoever the provider refuses", async () => {
      const cancelling = new Browser();
      const { callback: cancelled } = await begin(cancelling, undefined);
      const refused = new Browser();
      const { callback: refusal } = await begin(refused, undefined);
      refusal.searchParams.set("error", "server_error");

      expect(cancelled.searchParams.get("error")).toBe("access_denied");
      expectRefused(await finish(cancelling, cancelled), "The sign-in was cancelled at the provider.");
      expectRefused(
        await finish(refused, refusal),
        "The provider did not let you sign in. Start again, or ask whoever runs the platform.",
      );
    });

    test("the log has the details under the id that the person was given, and nothing that opens a door", async () => {
      const browser = new Browser();
      const { callback } = await begin(browser, "ann");
      const code = callback.searchParams.get("code") ?? "";
      await finish(browser, callback);
      logged.splice(0);

      const { body } = await finish(browser, callback);

      expect(logged).toEqual([
        expect.objectContaining({
          msg: "a sign-in with the OpenID provider failed",
          problem: "stale",
          error: "invalid_grant",
          requestId: body.errors?.[0]?.extensions?.requestId,
        }),
      ]);
      const secrets = [code, callback.searchParams.get("state") ?? "", provider.settings.clientSecret];
      for (const secret of secrets) expect(JSON.stringify(logged)).not.toContain(secret);
    });
  },
);

describe.skipIf(isMissing)("An OpenID Connect provider that goes away", () => {
  test("is said not to answer, on the way out and on the way back", async () => {
    const provider = await startProvider("userinfo");
    const platform = await startTestPlatform(library(), { openId: provider.settings });
    const open = async (browser: Browser, path: string) => {
      const response = await browser.open(`${platform.url}${path}`);
      return { status: response.status, body: await response.json().catch(() => undefined) };
    };
    const browser = new Browser();
    const authorization = target(await browser.open(`${platform.url}/auth/openid`));
    const state = new URL(authorization).searchParams.get("state");
    provider.stop();

    const back = await open(browser, `/auth/openid/callback?code=x&state=${state}&iss=${provider.issuer}`);
    const second = await startBeside(platform, library(), { openId: provider.settings });
    const out = await fetch(`${second.url}/auth/openid`, { redirect: "manual" });
    const told = await out.json();
    await second.close();
    await platform.close();

    const unreachable = {
      data: null,
      errors: [
        {
          message: "The sign-in provider does not answer. Try again shortly.",
          extensions: { code: "UNAUTHENTICATED", requestId: expect.any(String) },
        },
      ],
    };
    expect(back).toEqual({ status: 503, body: unreachable });
    expect({ status: out.status, body: told }).toEqual({ status: 503, body: unreachable });
  });
});

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
