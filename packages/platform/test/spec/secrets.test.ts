import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "../../src/foundation/secret-box.ts";
import { programCall } from "../../src/main/app-services.ts";
import type { Call } from "../../src/operations/call.ts";
import { rotateVariables } from "../../src/operations/identity/rotate-variables.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { sql } from "../../src/storage/sql.ts";
import { cleanUp, deployment, internalSecret, newFolder, run, startPlatform } from "../faults/platform-process.ts";
import { tokenFor } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { createPostgresDatabase, isMissing, isOnPostgres } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform, testSecret } from "../support/test-platform.ts";

const nextSecret = "the secret that comes after it, long enough as well";
const foreignSecret = "a secret that nobody knows here, long enough too";

async function createVariable(platform: TestPlatform, input: Record<string, unknown>): Promise<void> {
  await platform.data("mutation ($input: variablesInput!) { variablesCreateOne(input: $input) { item { id } } }", {
    input,
  });
}

interface StoredVariable {
  readonly name: string;
  readonly value: string;
}

function storedVariables(platform: TestPlatform): Promise<readonly StoredVariable[]> {
  return platform.database.query<{ name: string; value: string }>(sql`select name, value from variables order by name`);
}

describe.skipIf(isMissing)("Variables are sealed (threat 32)", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());
  beforeEach(async () => {
    await platform.database.query(sql`delete from variables`);
    await createVariable(platform, { name: "FIRST", value: "open sesame" });
    await createVariable(platform, { name: "SECOND", value: "abracadabra" });
    await createVariable(platform, { name: "THIRD", value: "no secret", encrypted: false });
  });

  const callWith = (...secrets: readonly [string, ...string[]]): Call =>
    programCall({
      database: platform.database,
      secrets: createSecretBox(secrets),
      resources: [],
      queues: new QueueRegistry(),
    });
  const openedWith = async (...secrets: readonly [string, ...string[]]) => {
    const box = createSecretBox(secrets);
    const stored = await storedVariables(platform);
    return stored.map(({ name, value }) => [name, value.startsWith("v1.") ? box.open(value) : value]);
  };
  const everyValue = [
    ["FIRST", "open sesame"],
    ["SECOND", "abracadabra"],
    ["THIRD", "no secret"],
  ];

  test("what is stored shows nothing of the value, and the deployment's secret opens it", async () => {
    const [first, second] = await storedVariables(platform);

    expect(first?.value).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(`${first?.value} ${second?.value}`).not.toMatch(/sesame|abracadabra/);
    expect(await openedWith(testSecret)).toEqual(everyValue);
  });

  test("a new value is sealed as well, and no answer of the API holds one", async () => {
    const answer = await platform.ask(
      `mutation { variablesUpdateOne(where: { name: { eq: "FIRST" } }, input: { name: "FIRST", value: "new sesame" }) {
        item { id name encrypted description createdAt updatedAt }
      } }`,
    );

    expect(JSON.stringify(answer)).toContain('"encrypted":true');
    expect(JSON.stringify(answer)).not.toContain("sesame");
    const [first] = await storedVariables(platform);
    expect(createSecretBox([testSecret]).open(first?.value ?? "")).toBe("new sesame");
  });

  test("under a new secret, the previous one still opens what it sealed", async () => {
    expect(await openedWith(nextSecret, testSecret)).toEqual(everyValue);
    await expect(openedWith(nextSecret)).rejects.toThrow("sealed under a secret that is not known here");
  });

  test("rotateVariables seals them anew, after which the old secret is not needed", async () => {
    const rotated = await rotateVariables(callWith(nextSecret, testSecret));

    expect(rotated).toBe(2);
    expect(await openedWith(nextSecret)).toEqual(everyValue);
    await expect(openedWith(testSecret)).rejects.toThrow("sealed under a secret that is not known here");
    expect(await rotateVariables(callWith(nextSecret))).toBe(2);
    expect(await openedWith(nextSecret)).toEqual(everyValue);
  });

  test.for([
    ["no known secret opens", createSecretBox([foreignSecret]).seal("lost")],
    ["was altered", createSecretBox([testSecret]).seal("altered").slice(0, -4).concat("AAAA")],
    ["is not sealed at all", "plain text"],
  ])("a value that %s stops the rotation, and nothing is changed", async ([, value]) => {
    await createVariable(platform, { name: "ZZZ", value: "to be replaced" });
    await platform.database.query(sql`update variables set value = ${value ?? ""} where name = 'ZZZ'`);
    const before = await storedVariables(platform);

    await expect(rotateVariables(callWith(nextSecret, testSecret))).rejects.toThrow();

    expect(await storedVariables(platform)).toEqual(before);
  });
});

/** Everything that must never be written anywhere but into the answer to whoever may have it. */
const passwords = { right: "correct horse battery", next: "another horse battery", wrong: "wrong horse battery" };
const values = { sealed: "value-that-is-sealed-8472", plain: "value-that-is-not-sealed-1193" };

interface Session {
  /** Keys and tokens that were given out on the way. */
  readonly given: readonly string[];
}

/** A morning of requests, with mistakes: everything that carries a secret is sent, rightly and wrongly. */
async function useEverything(url: string, internal: string): Promise<Session> {
  const given: string[] = [];
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
  };
  const ask = (query: string, variables: object = {}, headers: Record<string, string> = { internal }) =>
    send("/graphql", { query, variables }, headers);
  const email = "ann@example.com";

  await ask("mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { id } } }", {
    input: { email, password: passwords.right },
  });
  // The same again, which clashes, and some that don't fit the schema.
  await ask("mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { id } } }", {
    input: { email, password: passwords.right },
  });
  await ask("mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { password } } }", {
    input: { email, password: passwords.right, nonsense: passwords.right },
  });
  await ask(
    `mutation { usersCreateOne(input: { email: "x@example.com", password: "${passwords.right}" }) { nonsense } }`,
  );
  const variable = "mutation ($input: variablesInput!) { variablesCreateOne(input: $input) { item { id } } }";
  await ask(variable, { input: { name: "SEALED", value: values.sealed } });
  await ask(variable, { input: { name: "PLAIN", value: values.plain, encrypted: false } });
  await ask(variable, { input: { name: "ODD", value: `${values.sealed}\u0000` } });
  await ask(variable, { input: { name: "ODD", value: [values.sealed] } });
  await ask(`{ variablesPagination(filters: [{ value: { eq: "${values.sealed}" } }]) { items { id } } }`);

  await send("/auth/sign-in", { email, password: passwords.wrong });
  await send("/auth/sign-in", { email: `${email}\u0000`, password: passwords.wrong });
  await send("/auth/sign-in", `{"email":"${email}","password":"${passwords.wrong}"`);
  const { token } = (await send("/auth/sign-in", { email, password: passwords.right })) as { token: string };
  const authorization = `Bearer ${token}`;
  given.push(token);
  const generated = (await ask(`mutation { apiKeysGenerate(name: "k") { key } }`, {}, { authorization })) as {
    data: { apiKeysGenerate: { key: string } };
  };
  const { key } = generated.data.apiKeysGenerate;
  given.push(key);
  const wrongKey = `${key.slice(0, -4)}AAAA`;
  given.push(wrongKey);
  for (const headers of [{ "x-api-key": key }, { "x-api-key": wrongKey }, { authorization: `${authorization}x` }]) {
    await ask("{ me { email } }", {}, headers);
  }
  await ask("{ me { email } }", {}, { internal: `${internal}!` });
  await fetch(`${url}/nowhere?token=${token}&key=${key}`, { headers: { authorization, "x-api-key": key } });
  await fetch(`${url}/graphql?query={me{email}}`, { headers: { "x-api-key": key } });
  await send("/auth/password", { current: passwords.wrong, next: passwords.next }, { authorization });
  const changed = await send("/auth/password", { current: passwords.right, next: passwords.next }, { authorization });
  given.push((changed as { token: string }).token);
  await send("/auth/set-up", { token: "a-guess-at-the-set-up-secret", email, password: passwords.next });
  return { given };
}

/** Which of the secrets a text holds. */
function found(text: string, secrets: readonly string[]): readonly string[] {
  return secrets.filter((secret) => text.includes(secret));
}

describe.skipIf(isMissing)("Nothing secret is written to the log (threat 33)", () => {
  let platform: TestPlatform;
  let log = "";

  beforeAll(async () => {
    const stream = new Writable({
      write(part, _encoding, done) {
        log += String(part);
        done();
      },
    });
    platform = await startTestPlatform(library(), { logger: pino({ level: "trace" }, stream) });
  });
  afterAll(() => platform.close());
  afterEach(() => {
    log = "";
  });

  test("by a database that refuses a row and tells why, in full", async () => {
    await platform.database.run(`
      alter table users add constraint users_refused check (email <> 'refused@example.com');
      alter table variables add constraint variables_refused check (name <> 'REFUSED');`);

    const errors = [
      await platform.error(
        `mutation { usersCreateOne(input: { email: "refused@example.com", password: "${passwords.right}" }) { item { id } } }`,
      ),
      await platform.error(
        `mutation { variablesCreateOne(input: { name: "REFUSED", value: "${values.plain}", encrypted: false }) { item { id } } }`,
      ),
      await platform.error(
        `mutation { variablesCreateOne(input: { name: "REFUSED", value: "${values.sealed}" }) { item { id } } }`,
      ),
    ];

    expect(errors.map(({ extensions }) => extensions?.code)).toEqual(["INTERNAL", "INTERNAL", "INTERNAL"]);
    expect(log.split("\n").filter((line) => line.includes("unexpected error"))).toHaveLength(3);
    for (const error of errors) expect(log).toContain(String(error.extensions?.requestId));
    expect(log).toMatch(/users_refused/);
    expect(
      found(log, [...Object.values(passwords), ...Object.values(values), "scrypt$", '"v1.', "(v1.", " v1."]),
    ).toEqual([]);
  });

  test("by a sign-in or a key that the database fails on", async () => {
    const token = await tokenFor({ email: "ann@example.com" });
    await platform.database.run(
      `alter table users rename column email to address; alter table platform_api_keys rename to keys`,
    );
    const key = `sk_${"k".repeat(12)}_${"s".repeat(43)}`;

    const statuses = [];
    for (const headers of [{ authorization: `Bearer ${token}` }, { "x-api-key": key }, {}]) {
      const isSignIn = Object.keys(headers).length === 0;
      const { status } = await fetch(`${platform.url}${isSignIn ? "/auth/sign-in" : "/graphql"}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(
          isSignIn ? { email: "ann@example.com", password: passwords.right } : { query: "{ me { id } }" },
        ),
      });
      statuses.push(status);
    }
    await platform.database.run(
      `alter table users rename column address to email; alter table keys rename to platform_api_keys`,
    );

    expect(statuses).toEqual([500, 500, 500]);
    expect(log.split("\n").filter((line) => line.includes("unexpected error"))).toHaveLength(3);
    expect(found(log, [token, key, "s".repeat(43), passwords.right, developmentKey])).toEqual([]);
  });
});

describe.skipIf(isMissing)("A real process", () => {
  const leftovers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await cleanUp();
    for (const discard of leftovers.splice(0).reverse()) await discard();
  });

  test("writes nothing secret at the level trace, through a morning of requests and mistakes (threat 33)", {
    timeout: 120_000,
  }, async () => {
    const environment: Record<string, string> = {
      LOG_LEVEL: "trace",
      SESSION_SECRET: testSecret,
      ADMIN_EMAIL: "root@example.com",
      ADMIN_PASSWORD: "a password for the root",
    };
    if (isOnPostgres) {
      const { url, drop } = await createPostgresDatabase();
      leftovers.push(drop);
      environment.DATABASE_URL = url;
    } else {
      environment.PLATFORM_DATA_DIR = await newFolder();
    }
    const started = await startPlatform(environment);

    const { given } = await useEverything(started.url, internalSecret);
    started.kill("SIGTERM");
    const { code, output, complaint } = await started.ended;

    expect(code).toBe(0);
    expect(given).toHaveLength(4);
    const secrets = [...Object.values(passwords), ...Object.values(values), ...given, internalSecret, testSecret];
    const others = ["a password for the root", "a-guess-at-the-set-up-secret", "scrypt$"];
    expect(found(`${output}${complaint}`, [...secrets, ...others])).toEqual([]);
    // Of what it prints when it starts, only the key of a laptop is a secret, and meant for whoever started it.
    expect(complaint).not.toContain("sk_");
  });

  test.runIf(isOnPostgres).for<[string, Record<string, string>, string]>([
    ["no session secret", { SESSION_SECRET: "" }, "SESSION_SECRET is required with DATABASE_URL"],
    ["a short session secret", { SESSION_SECRET: "changeme" }, "SESSION_SECRET must have at least 32 characters"],
    ["a short internal secret", { INTERNAL_SECRET: "internal" }, "INTERNAL_SECRET must have at least 32 characters"],
    ["blanks for a secret", { SESSION_SECRET: " ".repeat(40) }, "SESSION_SECRET is required with DATABASE_URL"],
  ])("refuses to start on a database server with %s (threat 32)", async ([, secrets, message]) => {
    const { url, drop } = await createPostgresDatabase();
    leftovers.push(drop);

    const { code, output, complaint } = await run(["start", deployment], { DATABASE_URL: url, ...secrets });

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint).toContain(message);
    for (const secret of Object.values(secrets).filter((text) => text.trim() !== "" && text !== "internal")) {
      expect(complaint).not.toContain(secret);
    }
  });
});
