import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checksum } from "../support/checksum.ts";
import { encyclopedia } from "../support/encyclopedia.ts";
import { articleSearch, createArticle, methods } from "../support/search-client.ts";
import { isMissing } from "../support/test-database.ts";
import { type Answer, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const nasty = [
  "'",
  '"',
  "' or 1=1 --",
  "'; drop table articles; --",
  "a & b | !c <-> (d",
  "a:* & b:A",
  "<-> <-> & |",
  "!!a",
  "\\",
  "%",
  "_%_",
  "$1 $2 $$",
  "{a,b}",
  "__proto__",
  "constructor",
  "t1.title",
  "null",
  "or",
  "and or not",
  "\u202e right to left",
  "é́́́́ combining",
  "日本語 中文",
  "👩‍👩‍👧‍👦",
  "\u0001\u0002",
  "a".repeat(8000),
  "a ".repeat(4000),
  `"${"a ".repeat(3000)}"`,
  `${'"a b" '.repeat(1300)}`,
  `a ${"-b ".repeat(2600)}`,
];

describe.skipIf(isMissing)("Threat 17: whatever is searched for is a value, never part of the statement", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(encyclopedia());
    await createArticle(platform, {
      title: "Quotes",
      body: "It's a 'quoted' text; drop table articles.\n\n日本語 and 中文.",
    });
  });
  afterAll(() => platform.close());

  const ask = async (variables: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "sk_development_for-tests" },
      body: JSON.stringify({ query: articleSearch, variables }),
    });
    return (await response.json()) as Answer;
  };
  const faults = ({ errors = [] }: Answer) => errors.filter((error) => error.extensions?.code !== "BAD_USER_INPUT");

  test.each(methods)(
    "%s: quotes, operators, signs and scripts of all kinds are searched for, or refused as input",
    async (method) => {
      const before = await checksum(platform.database);

      const answers = await Promise.all(nasty.map((query) => ask({ query, method, expand: { after: 1 } })));

      expect(answers.flatMap(faults)).toEqual([]);
      expect(await checksum(platform.database)).toEqual(before);
    },
  );

  test("no text of a query is in the text of a statement, and their number is limited", async () => {
    const texts = new Set<string>();
    for (const query of ["marker1", `"marker2 phrase" x`, "y -marker3", `marker4 "a" "b" "c" -d -e -f`]) {
      for (const method of methods) {
        platform.forget();
        await ask({ query, method, itemFilters: [{ title: { eq: "marker5" } }], cutoffs: { hybrid: 0.123 } });
        for (const { text } of platform.statements) texts.add(text);
      }
    }

    expect([...texts].filter((text) => /marker|0\.123/.test(text))).toEqual([]);
    // Of words, phrases and signs only whether there are any makes a difference; every other second, one looks up which
    // vectors are searched.
    expect(texts.size).toBeLessThan(13);
  });

  test("random queries are answered or refused as input", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.constantFrom(...methods),
        async (query, method) => {
          expect(faults(await ask({ query, method }))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("numbers that are none are refused before anything runs", async () => {
    for (const cutoffs of [{ cosineDistance: "0.5" }, { hybrid: null, tsvector: "NaN" }, { unknown: 1 }]) {
      expect((await ask({ query: "a", method: "tsvector", cutoffs })).errors).toHaveLength(1);
    }
    expect((await ask({ query: "a", method: "fulltext" })).errors).toHaveLength(1);
    expect((await ask({ query: "a", method: "tsvector", cutoffs: { tsvector: null } })).errors).toBeUndefined();
  });

  test("texts in scripts without spaces are found too", async () => {
    const { data } = await ask({ query: "日本語", method: "tsvector" });

    expect((data as unknown as { found: { chunks: unknown[] } }).found.chunks).toHaveLength(1);
  });
});
