import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { cleanUp, deployment, type Outcome, run, startPlatform } from "./platform-process.ts";
import { type Keep, quickestBackend } from "./queue-backends.ts";

const earlierSecret = "the session secret that was there first";
const nextSecret = "the session secret that took its place";

interface GeneratedKey {
  readonly key: string;
  readonly apiKey: { readonly id: string; readonly keyId: string; readonly name: string };
}

describe("The command line: platform keys and platform variables", () => {
  let keep: Keep;

  /** Starts the deployment, lets it do something, and stops it again, so that the database is free. */
  const whileRunning = async <Result>(secret: string, work: (url: string) => Promise<Result>): Promise<Result> => {
    const started = await startPlatform({ ...keep.environment, SESSION_SECRET: secret });
    try {
      return await work(started.url);
    } finally {
      started.kill("SIGTERM");
      await started.ended;
    }
  };
  const platform = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    run([...parameters, "--config", deployment], {
      ...keep.environment,
      SESSION_SECRET: earlierSecret,
      ...environment,
    });
  const create = (...options: readonly string[]) =>
    platform(["keys", "create", "--user", "ann@example.com", "--name", "import", ...options]);
  const json = <Value>({ output }: Outcome): Value => JSON.parse(output) as Value;
  const statusWith = async (url: string, key: string, query = "{ me { email } }") => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  beforeAll(async () => {
    keep = await quickestBackend.open();
    await whileRunning(earlierSecret, async (url) => {
      await dataOf(url, `mutation { rolesCreateOne(input: { name: "staff", contexts: WRITE }) { item { id } } }`).then(
        (data) =>
          dataOf(url, "mutation ($input: usersInput!) { usersCreateOne(input: $input) { item { id } } }", {
            input: {
              email: "ann@example.com",
              role: (data as { rolesCreateOne: { item: { id: string } } }).rolesCreateOne.item.id,
            },
          }),
      );
      await dataOf(url, `mutation { variablesCreateOne(input: { name: "KEY", value: "sesame" }) { item { id } } }`);
    });
  }, 240_000);
  afterAll(async () => {
    await cleanUp();
    await keep.discard();
  });

  test("a key is made, listed, used after a start, and revoked", { timeout: 300_000 }, async () => {
    const created = await create("--json");
    const { key, apiKey } = json<GeneratedKey>(created);
    const narrow = await create("--scope", "contexts=read", "--expires", "2999-01-01T00:00:00.000Z", "--json");
    const { key: narrowKey } = json<GeneratedKey>(narrow);
    const listed = await platform(["keys", "list", "--json"]);
    const before = await whileRunning(earlierSecret, async (url) => [
      await statusWith(url, key),
      await statusWith(url, narrowKey, `mutation { ticketsCreateOne(input: { title: "x" }) { item { id } } }`),
    ]);
    const revoked = await platform(["keys", "revoke", apiKey.id, "--json"]);
    const listedAfter = await platform(["keys", "list"]);
    const after = await whileRunning(earlierSecret, (url) => statusWith(url, key));

    expect(created).toMatchObject({ code: 0, complaint: "" });
    expect(key).toMatch(new RegExp(`^sk_${apiKey.keyId}_[\\w-]{43}$`));
    expect(apiKey).toMatchObject({ name: "import", scopes: null, expiresAt: null, lastUsedAt: null, revokedAt: null });
    expect(narrow.code).toBe(0);
    expect(listed.code).toBe(0);
    expect(json<GeneratedKey["apiKey"][]>(listed)).toEqual([
      expect.objectContaining({
        scopes: { contexts: "read" },
        expiresAt: "2999-01-01T00:00:00.000Z",
        user: "ann@example.com",
      }),
      { ...apiKey, user: "ann@example.com" },
    ]);
    expect(listed.output).not.toContain(key.slice(-43));
    expect(before).toEqual([
      { status: 200, body: { data: { me: { email: "ann@example.com" } } } },
      {
        status: 200,
        body: { data: null, errors: [expect.objectContaining({ message: "Access control error" })] },
      },
    ]);
    expect(revoked.code).toBe(0);
    expect(json(revoked)).toMatchObject({ id: apiKey.id, revokedAt: expect.any(String) });
    const uuid = "[0-9a-f-]{36}";
    expect(listedAfter.output.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
      ["ID", "KEY", "USER", "SCOPES", "STATE", "NAME"],
      [
        expect.stringMatching(new RegExp(`^${uuid}$`)),
        expect.stringMatching(/^sk_\w{12}_…$/),
        "ann@example.com",
        "contexts=read",
        "until 2999-01-01T00:00:00.000Z",
        "import",
      ],
      [apiKey.id, `sk_${apiKey.keyId}_…`, "ann@example.com", "all of the user's", "revoked", "import"],
      [""],
    ]);
    const columns = listedAfter.output.split("\n").slice(0, -1);
    expect(new Set(columns.map((line) => line.search(/NAME$|import$/))).size).toBe(1);
    expect(after).toMatchObject({ status: 401, body: { errors: [{ message: "Invalid token" }] } });
  });

  test("a key is revoked by its public id as well, also when that is shown with its prefix", async () => {
    const { apiKey } = json<GeneratedKey>(await create("--json"));

    for (const name of [apiKey.keyId, `sk_${apiKey.keyId}`]) {
      const { code, output } = await platform(["keys", "revoke", name, "--json"]);
      expect({ code, id: JSON.parse(output).id }).toEqual({ code: 0, id: apiKey.id });
    }
  });

  test("for people, a key is shown with a word of warning", async () => {
    const { code, output, complaint } = await create();

    expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
    expect(output).toMatch(/^sk_\w{12}_[\w-]{43}\nIt is shown this once\. Its id is [0-9a-f-]{36}\.\n$/);
  });

  test.for<[string, readonly string[], string]>([
    [
      "an unknown user",
      ["keys", "create", "--user", "nobody@example.com", "--name", "x"],
      "There is no user nobody@example.com.\n",
    ],
    [
      "an unknown scope",
      ["keys", "create", "--user", "ann@example.com", "--name", "x", "--scope", "everything=write"],
      '"scopes" must be an object of permissions (',
    ],
    [
      "an end in the past",
      ["keys", "create", "--user", "ann@example.com", "--name", "x", "--expires", "2001-01-01"],
      '"expiresAt" must be a moment in the future.\n',
    ],
    ["an unknown key", ["keys", "revoke", "0198f6ee-0000-7000-8000-000000000000"], "Record not found\n"],
    ["something that is no id", ["keys", "revoke", "sk_"], "Record not found\n"],
  ])("%s is refused: exit code 1, and one line that says why", async ([, parameters, message]) => {
    const { code, output, complaint } = await platform(parameters);

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint).toContain(message);
    expect(complaint).toMatch(/^[^\n]+\n$/);
  });

  test.for<[string, readonly string[], string]>([
    ["a key for nobody", ["keys", "create", "--name", "x"], "error: required option '--user <email>' not specified"],
    [
      "a key without a name",
      ["keys", "create", "--user", "a@b.c"],
      "error: required option '--name <name>' not specified",
    ],
    ["revoking nothing", ["keys", "revoke"], "error: missing required argument 'id'"],
    ["an unknown command", ["variables", "rotat"], "error: unknown command 'rotat'\n(Did you mean rotate?)"],
  ])("%s is wrong usage: exit code 2", async ([, parameters, message]) => {
    const { code, output, complaint } = await run(parameters, keep.environment);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(complaint).toContain(message);
  });

  test("variables rotate moves every variable to the new secret, after which the old one is not needed", {
    timeout: 300_000,
  }, async () => {
    const rotate = (secret: string, previous?: string, ...options: readonly string[]) =>
      platform(["variables", "rotate", ...options], {
        SESSION_SECRET: secret,
        ...(previous && { SESSION_SECRET_PREVIOUS: previous }),
      });

    const tooSoon = await rotate(nextSecret);
    const rotated = await rotate(nextSecret, earlierSecret, "--json");
    const withoutOld = await rotate(nextSecret);
    const backwards = await rotate(earlierSecret, undefined, "--json");

    expect({ code: tooSoon.code, output: tooSoon.output }).toEqual({ code: 1, output: "" });
    expect(tooSoon.complaint).toContain(`The variable "KEY" can't be opened`);
    expect(rotated).toEqual({ code: 0, output: '{"rotated":1}\n', complaint: "" });
    expect(withoutOld).toEqual({ code: 0, output: "Sealed 1 variables anew.\n", complaint: "" });
    expect({ code: backwards.code, output: backwards.output }).toEqual({ code: 1, output: "" });
    for (const { output, complaint } of [tooSoon, rotated, withoutOld, backwards]) {
      expect(`${output}${complaint}`).not.toMatch(/sesame|session secret that/);
    }
  });
});
