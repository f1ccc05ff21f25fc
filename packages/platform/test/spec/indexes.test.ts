import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { literal, name, quotedText, type Sql, sql } from "../../src/storage/sql.ts";
import { isMissing, isOnPostgres } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const events = new PlatformContext({
  id: "events",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "kind", type: "enum", enumValues: ["common", "rare"], index: true },
    { name: "level", type: "number", index: true },
    { name: "code", type: "string", unique: true },
  ],
});

/** The embedded database gets fewer, so that its run stays short. */
const rows = isOnPostgres ? 1_000_000 : 100_000;
const deepPage = (rows * 0.8) / 20;
const batch = 100_000;

describe.skipIf(isMissing)(
  `Lists of ${rows.toLocaleString("en")} items are served by indexes (to insert them takes up to a minute)`,
  () => {
    let platform: TestPlatform;

    beforeAll(async () => {
      platform = await startTestPlatform(new PlatformApp({ contexts: [events] }));
      for (let first = 1; first <= rows; first += batch) await insertBatch(platform, first);
      await platform.database.run(`vacuum analyze events`);
    }, 300_000);
    afterAll(() => platform.close());

    const items = "items { id title kind level code }";
    const plain = `{ page: eventsPagination(page: ${deepPage}, limit: 20) { ${items} } }`;
    const sorted = (field: string, direction: string) =>
      `{ page: eventsPagination(page: ${deepPage}, limit: 20, sort: { field: "${field}", direction: ${direction} }) { ${items} } }`;
    const filtered = (filter: string, page = 1) =>
      `{ page: eventsPagination(page: ${page}, limit: 20, filters: [{ ${filter} }]) { ${items} } }`;
    const count = (filter: string) => `{ page: eventsPagination(filters: [{ ${filter} }]) { pageInfo { itemCount } } }`;

    test.each([
      [`page ${deepPage} of an unsorted list, which is newest first`, plain],
      [`page ${deepPage} of a list sorted by an indexed field`, sorted("level", "ASC")],
      [`page ${deepPage} of a list sorted by an indexed field, downwards`, sorted("level", "DESC")],
      [`page ${deepPage} of a list sorted by a unique field`, sorted("code", "ASC")],
      ["the first page of those that equal a value of an indexed field", filtered("level: { eq: 7 }")],
      ["a deep page of those that equal a value of an indexed field", filtered("level: { eq: 7 }", rows / 1000 / 20)],
      ["the first page of those with a frequent value of an indexed enum", filtered("kind: { eq: COMMON }")],
      ["the first page of those with a rare value of an indexed enum", filtered("kind: { eq: RARE }")],
      ["the one with a value of a unique field", filtered(`code: { eq: "code-77" }`)],
      ["the number of those that equal a value of an indexed field", count("level: { eq: 7 }")],
      ["the number of those with a rare value of an indexed enum", count("kind: { eq: RARE }")],
      ["the number of those in a narrow range of an indexed field", count("level: { gte: 10, lte: 12 }")],
    ])("%s", async (_what, query) => {
      platform.forget();
      const startedAt = performance.now();
      await platform.data(query);
      const seconds = (performance.now() - startedAt) / 1000;
      const [statement, ...others] = new Map(platform.statements.map((each) => [each.text, each])).values();

      expect(others, "one statement for one question").toEqual([]);
      if (!statement) throw new Error("No statement was made.");
      const plans = await plansOf(platform, statement);
      for (const plan of plans) {
        expect(plan).not.toMatch(/\bSeq Scan\b/);
        expect(plan).toMatch(/Index( Only)? Scan/);
      }
      // The query is sent three times. Generous: a scan of the table takes longer than this on the slowest machine.
      expect(seconds).toBeLessThan(15);
    });
  },
);

/** Every second field is as unordered as can be: ids are random, and levels go round. */
async function insertBatch({ database }: TestPlatform, first: number): Promise<void> {
  await database.query(sql`
    insert into events (id, "createdAt", title, body, kind, level, code)
    select gen_random_uuid(), timestamptz '2026-01-01Z' + n * interval '1 second', 'Event ' || n, repeat('text ', 40),
      case when n % 1000 = 0 then 'rare' else 'common' end, n % 1000, 'code-' || n
    from generate_series(${first}::int, ${first + batch - 1}::int) as n`);
}

/**
 * How PostgreSQL carries out a statement: with these values, and once more after it has been used often enough for the
 * server to consider one plan for all values.
 */
async function plansOf({ database }: TestPlatform, { text, values }: Sql): Promise<readonly string[]> {
  const explained = async (statement: ReturnType<typeof sql>) => {
    const lines = await database.query<Record<string, string>>(sql`explain ${statement}`);
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  };
  const literals = values.map((value) => (value === null ? literal("null") : quotedText(String(value))));
  const prepared = name("plan_of_list");
  return database.transaction(async () => {
    await database.query(sql`prepare ${prepared} as ${literal(text)}`);
    const execute = literals.reduce(
      (call, value, index) => sql`${call}${literal(index === 0 ? "(" : ", ")}${value}`,
      sql`execute ${prepared}`,
    );
    const call = literals.length === 0 ? execute : sql`${execute})`;
    const first = await explained(call);
    for (let use = 0; use < 6; use++) await database.query(call);
    const later = await explained(call);
    await database.query(sql`deallocate ${prepared}`);
    return [first, later];
  });
}
