import { describe, expect, test } from "vitest";
import { redactSecrets, redactText } from "../../src/foundation/redact.ts";

const apiKey = `sk_0123456789ab_${"Ab3-_".repeat(8)}xyz`;
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

describe("Threat 33: what is taken out of a text", () => {
  test.for([
    ["an API key of ours", `the key ${apiKey} was refused`, "the key [redacted] was refused"],
    ["a provider's key", "sk-proj-abcdefghijklmnop0123456789 is no key", "[redacted] is no key"],
    ["a bearer token", "authorization: Bearer abc.def-ghi~jkl+mno/pqr==", "authorization: [redacted]"],
    ["one in small letters", "authorization: bearer abcdefghijkl", "authorization: [redacted]"],
    ["basic credentials", "Authorization: Basic dXNlcjpwYXNzd29yZA==", "Authorization: [redacted]"],
    ["a session token", `token ${jwt}, expired`, "token [redacted], expired"],
    ["a session token without a signature", "eyJhbGciOiJub25l.eyJzdWIiOiIxMjM0.", "[redacted]"],
    ["a password in a database's address", "postgres://me:hush@db:5432/x", "postgres://me:[redacted]@db:5432/x"],
    ["a password with odd characters", "postgres://me:h:u@sh@db/x", "postgres://me:[redacted]@db/x"],
    ["a password without a user", "redis://:hush@127.0.0.1:6379/0", "redis://:[redacted]@127.0.0.1:6379/0"],
    ["several of them", "https://a:b@c, https://d:e@f", "https://a:[redacted]@c, https://d:[redacted]@f"],
    [
      "a token in an address",
      "GET /x?token=abc&page=2&api_key=def failed",
      "GET /x?token=[redacted]&page=2&api_key=[redacted] failed",
    ],
    ["settings", "DB_PASSWORD=hunter2 PORT=80", "DB_PASSWORD=[redacted] PORT=80"],
    [
      "JSON inside of a text",
      `{"user":"ann","password":"hunter 2","apiKey": "x"}`,
      `{"user":"ann","password":"[redacted]","apiKey": "[redacted]"}`,
    ],
  ] as const)("%s", ([, text, shown]) => {
    expect(redactText(text)).toBe(shown);
  });

  test.for([
    "",
    "Nothing to hide: the bearer of good news walks basic miles.",
    "https://example.com:8080/path?page=2",
    "https://me@example.com/x",
    "ann@example.com wrote: see you at 10:30",
    "SyntaxError: Unexpected token: }",
    "the monkey= and the task-force of 0123456789",
    "eyes wide open. eyeliner. eyebrow.",
    "0198f6ee-0000-7000-8000-000000000000",
  ])("and what is left alone: %s", (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe("Threat 13: what is taken out of a job's data", () => {
  test.for([
    ...["password", "Password", "PASSWORD", "passwd", "passphrase", "pwd", "newPassword", "user_password", "passwords"],
    ...["secret", "client_secret", "clientSecret", "secretKey", "aws_secret_access_key", "accessKey", "signing-key"],
    ...["token", "access_token", "refreshToken", "tokens", "apiKey", "api_key", "x-api-key", "apikeys"],
    ...["authorization", "Authorization", "credentials", "private_key", "privateKey", "cookie", "set-cookie"],
  ])("a member called %s, whatever it holds", (name) => {
    const values = ["text", 5, true, ["list"], { deep: "object" }];

    expect(values.map((value) => redactSecrets({ [name]: value }))).toEqual(
      values.map(() => ({ [name]: "[redacted]" })),
    );
  });

  test.for(["id", "author", "passage", "keyword", "key", "tokenizer", "secretary", "context", "item"])(
    "not a member called %s",
    (name) => {
      expect(redactSecrets({ [name]: "x" })).toEqual({ [name]: "x" });
    },
  );

  test("nor what is empty: that there is none may be seen", () => {
    expect(redactSecrets({ password: null })).toEqual({ password: null });
  });

  test("wherever it stands, and nothing else is changed", () => {
    const given = {
      list: [1, null, true, { password: "x", deep: [[`see redis://:x@h`]] }],
      ["__proto__"]: "kept",
      user: { name: "Ann", token: "x" },
      text: `Bearer abcdefghijkl`,
      empty: {},
    };
    const before = structuredClone(given);

    const shown = redactSecrets(given);

    expect(shown).toEqual({
      list: [1, null, true, { password: "[redacted]", deep: [["see redis://:[redacted]@h"]] }],
      ["__proto__"]: "kept",
      user: { name: "Ann", token: "[redacted]" },
      text: "[redacted]",
      empty: {},
    });
    expect(given).toEqual(before);
  });

  test.for([null, 5, true, "x", [], {}])("%j stays as it is", (value) => {
    expect(redactSecrets(value)).toEqual(value);
  });
});

describe("Threat 27: a text of a megabyte takes less than a tenth of a second, whatever it is made of", () => {
  const parts = [
    ...["ey-", "ey-a", "ey", "eyaaaaaaaa.", "eyaaaaaaaa.bbbbbbbb", "ey_.-", "sk_", "sk-", "sk_a-", "sk_a_-"],
    ...[
      "Bearer",
      "Bearer ",
      " ",
      "Basic\t",
      "://",
      "://a:",
      "://:",
      "://a:@",
      ":",
      "@",
      "a:",
      "/",
      `://${"a".repeat(100)}:`,
    ],
    ...["password=", "key", "token=", 'password":"', 'password" : "', '"', "=", "a", "-", "_", ".", "\u{1f600}"],
  ];
  const openings = ["", "ey", "://a:", 'password":"'];

  test.for(parts)("of %j", (part) => {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));

    const slow = openings.filter((opening) => !isFast(() => redactText(`${opening}${text}`)));

    expect(slow).toEqual([]);
  });

  test("also as data", () => {
    const long = "ey-".repeat(300_000);
    const data = { [long]: [long] };

    expect(isFast(() => redactSecrets(data))).toBe(true);
  });
});

/** By the processor's time, and in one of a few tries: others may be at work on this machine. */
function isFast(work: () => unknown): boolean {
  return [1, 2, 3, 4, 5].some(() => {
    const start = process.cpuUsage();
    work();
    return process.cpuUsage(start).user < 100_000;
  });
}
