import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const password = "correct horse battery";
const wrong = "The e-mail address or the password is wrong.";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Without the id of the request, which differs each time. */
  readonly body: unknown;
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the request comes from. */
  readonly from?: string;
}

async function post(platform: TestPlatform, path: string, body: unknown, sent: Sent = {}): Promise<Answer> {
  const answer = await platform.platform.http.inject({
    method: "POST",
    url: path,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...sent.headers },
    remoteAddress: sent.from ?? "127.0.0.1",
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = answer.payload.replace(/,"requestId":"[^"]+"/, "");
  return { status: answer.statusCode, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

function told({ status, body }: Answer): { status: number; body: unknown } {
  return { status, body };
}

function refusal(status: number, message: unknown, code: string): { status: number; body: unknown } {
  return { status, body: { data: null, errors: [{ message, extensions: { code } }] } };
}

function tokenOf({ body }: Answer): string {
  return (body as { token: string }).token;
}

function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

async function createUser(platform: TestPlatform, input: Record<string, unknown>): Promise<string> {
  const { usersCreateOne } = await platform.data<{ usersCreateOne: { item: { id: string } } }>(
    "mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { id } } }",
    { input },
  );
  return usersCreateOne.item.id;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function isWelcome(platform: TestPlatform, token: string): Promise<boolean> {
  return (await post(platform, "/graphql", { query: "{ me { id } }" }, { headers: bearer(token) })).status === 200;
}

describe.skipIf(isMissing)("Signing in and out", () => {
  let platform: TestPlatform;
  let annId: string;

  beforeAll(async () => {
    platform = await startTestPlatform(library(), { corsOrigins: ["https://app.example.com"] });
    annId = await createUser(platform, { email: "ann@example.com", password });
    await createUser(platform, { email: "sam@example.com", password, status: "SUSPENDED" });
    await createUser(platform, { email: "nopassword@example.com" });
  });
  afterAll(() => platform.close());

  const signIn = (email: string, secret = password) =>
    post(platform, "/auth/sign-in", { email, password: secret }, { from: nextAddress() });

  test("the right address and password give a token for 12 hours, whatever the casing of the address", async () => {
    const answer = await signIn("Ann@Example.COM");

    expect(told(answer)).toEqual({
      status: 200,
      body: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        expiresAt: expect.any(String),
        user: { id: annId, email: "ann@example.com" },
      },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { expiresAt } = answer.body as { expiresAt: string };
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 12 * 3_600_000)).toBeLessThan(60_000);
    const { me } = await platform.as(bearer(tokenOf(answer))).data<{ me: object }>("{ me { id email } }");
    expect(me).toEqual({ id: annId, email: "ann@example.com" });
  });

  test("a wrong password, an unknown address, a suspended account and one without password get the same answer", async () => {
    const answers = [
      await signIn("ann@example.com", "wrong horse battery"),
      await signIn("ann@example.com", ` ${password}`),
      await signIn("nobody@example.com"),
      await signIn("nobody\u0000@example.com"),
      await signIn("sam@example.com"),
      await signIn("nopassword@example.com"),
    ];

    for (const answer of answers) expect(told(answer)).toEqual(refusal(401, wrong, "UNAUTHENTICATED"));
  });

  test("an unknown address costs as much work as a wrong password", { timeout: 60_000 }, async () => {
    const time = async (email: string) => {
      const start = performance.now();
      await signIn(email, "wrong horse battery");
      return performance.now() - start;
    };
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };

    for (let sample = 0; sample < 4; sample++) {
      fastest.known = Math.min(fastest.known, await time("ann@example.com"));
      fastest.unknown = Math.min(fastest.unknown, await time(`nobody${sample}@example.com`));
    }

    expect(fastest.unknown / fastest.known).toBeGreaterThan(0.5);
    expect(fastest.unknown / fastest.known).toBeLessThan(2);
  });

  test("signing out ends that session and no other", async () => {
    const [one, other] = [tokenOf(await signIn("ann@example.com")), tokenOf(await signIn("ann@example.com"))];

    const out = await post(platform, "/auth/sign-out", undefined, { headers: bearer(one) });
    await pause(200);

    expect(told(out)).toEqual({ status: 204, body: undefined });
    expect([await isWelcome(platform, one), await isWelcome(platform, other)]).toEqual([false, true]);
    const again = await post(platform, "/auth/sign-out", undefined, { headers: bearer(one) });
    expect(told(again)).toEqual(refusal(401, "Invalid token", "UNAUTHENTICATED"));
  });

  test("a new password ends every other session; the old password works no more, the answer's session does", async () => {
    await createUser(platform, { email: "pat@example.com", password });
    const [one, other] = [tokenOf(await signIn("pat@example.com")), tokenOf(await signIn("pat@example.com"))];

    const change = { current: password, next: "another horse battery" };
    const changed = await post(platform, "/auth/password", change, { headers: bearer(one) });
    await pause(200);

    expect(changed.status).toBe(200);
    expect(await isWelcome(platform, tokenOf(changed))).toBe(true);
    expect([await isWelcome(platform, one), await isWelcome(platform, other)]).toEqual([false, false]);
    expect(told(await signIn("pat@example.com"))).toEqual(refusal(401, wrong, "UNAUTHENTICATED"));
    expect((await signIn("pat@example.com", change.next)).status).toBe(200);
  });

  test("a password is changed only with the current one, to one that is long enough, by its owner", async () => {
    await createUser(platform, { email: "kim@example.com", password });
    const headers = bearer(tokenOf(await signIn("kim@example.com")));
    const next = "another horse battery";
    const change = (body: object, sent: Sent) => post(platform, "/auth/password", body, sent);

    const answers = [
      await change({ current: "wrong horse battery", next }, { headers }),
      await change({ current: password, next: "short" }, { headers }),
      await change({ current: password, next }, {}),
      await change({ current: password, next }, { headers: { internal: "wrong" } }),
    ];

    expect(answers.map(told)).toEqual([
      refusal(401, wrong, "UNAUTHENTICATED"),
      refusal(400, `"password" must have at least 10 characters.`, "BAD_USER_INPUT"),
      refusal(401, "Invalid token", "UNAUTHENTICATED"),
      refusal(401, "Invalid token", "UNAUTHENTICATED"),
    ]);
    expect((await signIn("kim@example.com")).status).toBe(200);
  });

  test.for<[string, unknown]>([
    ["nothing", undefined],
    ["no JSON", "{"],
    ["a list", []],
    ["null", "null"],
    ["a text", '"text"'],
    ["nothing in it", {}],
    ["no password", { email: "ann@example.com" }],
    ["an empty password", { email: "ann@example.com", password: "" }],
    ["a list of passwords", { email: "ann@example.com", password: [password, "b"] }],
    ["an object as address", { email: { $ne: "" }, password }],
    [
      "many attempts at once",
      [
        { email: "ann@example.com", password },
        { email: "ann@example.com", password },
      ],
    ],
  ])("a malformed body is 400: %s", async ([, body]) => {
    const answers = await Promise.all(
      ["/auth/sign-in", "/auth/set-up"].map((path) => post(platform, path, body, { from: nextAddress() })),
    );

    for (const answer of answers) {
      expect(told(answer)).toEqual(refusal(400, expect.any(String), "BAD_USER_INPUT"));
    }
  });

  test("a body that is not declared as JSON is refused, as forms of other sites would send it (threat 35)", async () => {
    const body = JSON.stringify({ email: "ann@example.com", password });

    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const answer = await post(platform, "/auth/sign-in", body, { headers: { "content-type": type } });

      expect([400, 415]).toContain(answer.status);
    }
  });

  test("GET never changes anything: no sign-in, no sign-out, no mutation (threat 35)", async () => {
    const token = tokenOf(await signIn("ann@example.com"));
    const get = (path: string) => platform.platform.http.inject({ method: "GET", url: path, headers: bearer(token) });
    const mutation = encodeURIComponent(`mutation { booksCreateOne(input: { title: "x" }) { item { id } } }`);

    const statuses = [
      await get(`/auth/sign-in?email=ann@example.com&password=${encodeURIComponent(password)}`),
      await get("/auth/sign-out"),
      await get("/auth/password"),
      await get("/auth/set-up"),
      await get(`/graphql?query=${mutation}`),
    ].map(({ statusCode }) => statusCode);

    expect(statuses).toEqual([404, 404, 404, 404, 405]);
    expect(await isWelcome(platform, token)).toBe(true);
    expect(await platform.data("{ booksStatistics { count } }")).toEqual({ booksStatistics: [{ count: 0 }] });
  });

  test("only declared origins may call from a browser; others are never reflected (threat 35)", async () => {
    const allowed = async (method: "OPTIONS" | "POST", url: string, origin: string) => {
      const { headers } = await platform.platform.http.inject({
        method,
        url,
        headers: { origin, "access-control-request-method": "POST" },
      });
      const { "access-control-allow-origin": allow, "access-control-allow-credentials": credentials } = headers;
      return { allow, credentials };
    };
    const strangers = [
      "https://evil.example",
      "null",
      "https://app.example.com.evil.example",
      "https://evilapp.example.com",
      "http://app.example.com",
      "https://app.example.com:8443",
    ];

    for (const url of ["/graphql", "/auth/sign-in"]) {
      for (const method of ["OPTIONS", "POST"] as const) {
        for (const origin of strangers) {
          expect(await allowed(method, url, origin)).toEqual({ allow: undefined, credentials: undefined });
        }
        expect(await allowed(method, url, "https://app.example.com")).toEqual({
          allow: "https://app.example.com",
          credentials: undefined,
        });
      }
    }
  });

  test("there is no way to try a password through GraphQL, where aliases would multiply attempts (threat 26)", async () => {
    const fields = [platform.platform.schema.getQueryType(), platform.platform.schema.getMutationType()].flatMap(
      (type) => Object.values(type?.getFields() ?? {}),
    );

    const suspects = fields.filter(
      ({ name, args }) =>
        /sign.?in|log.?in|authenticate|verify/i.test(name) || args.some((arg) => /password/i.test(arg.name)),
    );

    expect(suspects.map(({ name }) => name)).toEqual([]);
  });
});

let addresses = 0;

/** An address that nobody came from before, so that tests don't use up each other's attempts. */
function nextAddress(): string {
  addresses += 1;
  return `10.0.${addresses >> 8}.${addresses & 255}`;
}

describe.skipIf(isMissing)("Attempts to sign in are limited (threats 26 and 31)", () => {
  let platform: TestPlatform;
  let accounts = 0;
  let email: string;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());

  const newAccount = async () => {
    accounts += 1;
    email = `account${accounts}@example.com`;
    await createUser(platform, { email, password });
    return email;
  };
  const attempt = (sent: Sent & { readonly as?: string; readonly with?: string }) =>
    post(platform, "/auth/sign-in", { email: sent.as ?? email, password: sent.with ?? "wrong horse battery" }, sent);

  test("to one account: after ten, even the right password has to wait, from any address", async () => {
    await newAccount();

    const statuses = [];
    for (let count = 0; count < 10; count++) statuses.push((await attempt({ from: nextAddress() })).status);
    const over = await attempt({ from: nextAddress(), with: password });

    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401));
    const seconds = Number(over.headers["retry-after"]);
    expect(told(over)).toEqual(refusal(429, `Too many attempts. Try again in ${seconds} seconds.`, "RATE_LIMITED"));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test("from one address: after ten, no account can be tried from there, and none is used up", async () => {
    const from = nextAddress();
    const victim = await newAccount();
    for (let count = 0; count < 10; count++) await attempt({ from, as: `nobody${count}@example.com` });

    const statuses = [];
    for (let count = 0; count < 12; count++) statuses.push((await attempt({ from, as: victim })).status);

    expect(statuses).toEqual(Array.from({ length: 12 }, () => 429));
    expect((await attempt({ from: nextAddress(), as: victim, with: password })).status).toBe(200);
  });

  test("headers, the casing of the address and the path don't make a new identity", async () => {
    const account = await newAccount();
    const from = nextAddress();

    const statuses = [];
    for (let count = 0; count < 12; count++) {
      const forged = `203.0.113.${count}`;
      const headers = {
        "x-forwarded-for": forged,
        "x-real-ip": forged,
        forwarded: `for=${forged}`,
        "x-client-ip": forged,
      };
      const as = [...account].map((letter, at) => (at < count ? letter.toUpperCase() : letter)).join("");
      statuses.push((await attempt({ from, headers, as })).status);
    }
    const otherPath = await post(platform, "/AUTH/sign-in", { email: account, password });

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect(otherPath.status).toBe(404);
  });

  test("at once: of 30 parallel attempts ten are looked at", { timeout: 60_000 }, async () => {
    await newAccount();

    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt({ from: nextAddress() })));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("a success does not count, and does not wipe out the failures before it", { timeout: 60_000 }, async () => {
    const own = await newAccount();
    const victim = await newAccount();
    const from = nextAddress();

    const successes = [];
    for (let count = 0; count < 12; count++) successes.push((await attempt({ from, as: own, with: password })).status);
    const failures = [];
    for (let count = 0; count < 12; count++) {
      failures.push((await attempt({ from, as: count % 2 ? victim : `nobody${count}@example.com` })).status);
      if (count < 9) await attempt({ from, as: own, with: password });
    }

    expect(successes).toEqual(Array.from({ length: 12 }, () => 200));
    expect(failures).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test("changing a password counts its attempts on the same account", { timeout: 60_000 }, async () => {
    await newAccount();
    const headers = bearer(tokenOf(await attempt({ from: nextAddress(), with: password })));
    const change = { current: "wrong horse battery", next: "another horse battery" };

    const statuses = [];
    for (let count = 0; count < 11; count++) {
      statuses.push((await post(platform, "/auth/password", change, { headers })).status);
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe.skipIf(isMissing)("The first super admin (threat 34)", () => {
  let platform: TestPlatform | undefined;

  afterEach(async () => {
    await platform?.close();
    platform = undefined;
  });

  async function startNew(options: Parameters<typeof startTestPlatform>[1] = {}): Promise<TestPlatform> {
    platform = await startTestPlatform(library(), options);
    return platform;
  }

  const invalid = refusal(401, "Invalid token", "UNAUTHENTICATED");

  test("can't be set up any more once there is a super admin, not even with that one's address", async () => {
    const started = await startNew();
    await started.data(
      `mutation { usersCreateOne(input: { email: "root@example.com", super_admin: true }) { item { id } } }`,
    );

    const claim = { token: started.platform.setUpSecret, email: "root@example.com", password };
    expect(told(await post(started, "/auth/set-up", claim))).toEqual(invalid);
  });

  test("is known to be missing, until there is one", async () => {
    const started = await startNew();
    const isSetUp = async () => {
      const response = await fetch(`${started.url}/auth/options`);
      return ((await response.json()) as { isSetUp: boolean }).isSetUp;
    };
    const claim = { token: started.platform.setUpSecret, email: "ada@example.com", password };

    const before = await isSetUp();
    await post(started, "/auth/set-up", claim);

    expect([before, await isSetUp()]).toEqual([false, true]);
  });

  test("is set up with the secret of the first start, once", async () => {
    const started = await startNew();
    const claim = { token: started.platform.setUpSecret, email: "Ada@Example.com", password, name: "Ada" };

    const first = await post(started, "/auth/set-up", claim);
    const second = await post(started, "/auth/set-up", { ...claim, email: "eve@example.com" });

    expect(first).toMatchObject({ status: 200, body: { user: { email: "ada@example.com" } } });
    const { me } = await started.as(bearer(tokenOf(first))).data<{ me: object }>("{ me { email name super_admin } }");
    expect(me).toEqual({ email: "ada@example.com", name: "Ada", super_admin: true });
    expect(told(second)).toEqual(invalid);
    expect(await started.data("{ usersStatistics { count } }")).toEqual({ usersStatistics: [{ count: 1 }] });
  });

  test("a wrong secret, and one that is a day old, are refused alike", async () => {
    const started = await startNew();
    const claim = { token: started.platform.setUpSecret, email: "ada@example.com", password };

    const guessed = await post(started, "/auth/set-up", { ...claim, token: "guess" });
    await started.database.query(sql`
      update platform_state
      set value = jsonb_set(value, '{until}', to_jsonb((value->>'until')::timestamptz - interval '24 hours'))
      where key = 'set_up'`);
    const late = await post(started, "/auth/set-up", claim);

    expect([told(guessed), told(late)]).toEqual([invalid, invalid]);
    expect(await started.data("{ usersStatistics { count } }")).toEqual({ usersStatistics: [{ count: 0 }] });
  });

  test("a claim with a fault is 400 and leaves the offer open", async () => {
    const started = await startNew();
    const claim = { token: started.platform.setUpSecret, email: "ada@example.com", password };

    const faulty = [
      await post(started, "/auth/set-up", { ...claim, password: "short" }),
      await post(started, "/auth/set-up", { ...claim, email: "no address" }),
      await post(started, "/auth/set-up", { ...claim, email: "ada\u0000@example.com" }),
      await post(started, "/auth/set-up", { ...claim, name: "A\u0000da" }),
    ];
    const sound = await post(started, "/auth/set-up", claim);

    for (const answer of faulty) expect(told(answer)).toEqual(refusal(400, expect.any(String), "BAD_USER_INPUT"));
    expect(sound.status).toBe(200);
  });

  test("of 20 who claim it at once exactly one wins", { timeout: 60_000 }, async () => {
    const started = await startNew();
    const token = started.platform.setUpSecret;

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, claimant) =>
        post(started, "/auth/set-up", { token, email: `claimant${claimant}@example.com`, password }),
      ),
    );

    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter((each) => !winners.includes(each))) expect(told(answer)).toEqual(invalid);
    const { usersPagination } = await started.data<{ usersPagination: { items: object[] } }>(
      "{ usersPagination { items { email super_admin } } }",
    );
    const emails = winners.map(({ body }) => (body as { user: { email: string } }).user.email);
    expect(usersPagination.items).toEqual(emails.map((email) => ({ email, super_admin: true })));
  });

  test("comes from the environment instead, and then there is no secret to claim", async () => {
    const started = await startNew({ admin: { email: "Root@Example.com", password } });

    const answer = await post(started, "/auth/sign-in", { email: "root@example.com", password });

    expect(started.platform.setUpSecret).toBeUndefined();
    const { me } = await started.as(bearer(tokenOf(answer))).data<{ me: object }>("{ me { email super_admin } }");
    expect(me).toEqual({ email: "root@example.com", super_admin: true });
  });

  test("the environment changes nothing once there is a super admin, not even a password", async () => {
    const started = await startNew({ admin: { email: "root@example.com", password } });
    const on = { database: started.database, url: started.databaseUrl, discard: async () => undefined };

    const admin = { email: "root@example.com", password: "another horse battery" };
    const again = await startTestPlatform(library(), { on, admin });
    const answers = [
      await post(again, "/auth/sign-in", admin),
      await post(again, "/auth/sign-in", { email: "root@example.com", password }),
    ];
    await again.close();

    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
  });
});
