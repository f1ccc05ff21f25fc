import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExamRoom, resultsDocument, startExamRoom } from "../support/exam-room.ts";
import { isMissing } from "../support/test-database.ts";

const compareDocument = `
  query ($a: ID!, $b: ID!, $limit: Int, $page: Int) {
    compareEvalRuns(a: $a, b: $b, limit: $limit, page: $page) {
      count onlyA onlyB difference low high isSignificant better worse same
      items { testCase name a b difference } pageInfo { itemCount pageCount currentPage }
    }
  }`;

interface Comparison {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  readonly isSignificant: boolean;
  readonly items: readonly { readonly name: string; readonly a: number; readonly b: number }[];
  readonly [count: string]: unknown;
}

describe.skipIf(isMissing)("Results of eval runs", { timeout: 120_000 }, () => {
  let room: ExamRoom;
  let ids: readonly string[];
  const count = 60;
  /** What each case gets: by its number, and by the description of the run that it is part of. */
  let gain = 0;

  beforeAll(async () => {
    room = await startExamRoom();
    room.behaviour = { score: ({ answer }) => scoreOf(Number(answer)) };
    const made = [];
    for (let number = 0; number < count; number++) {
      made.push(await room.testCase({ name: `Case ${number}`, inputs: String(number), expected_output: "x" }));
    }
    ids = made;
  });
  afterAll(() => room.close());

  const scoreOf = (number: number) => Math.min(100, 30 + ((number * 37) % 50) + gain + ((number * 13) % 7) - 3);
  const finished = async (testCases = ids, input: Readonly<Record<string, unknown>> = {}) => {
    const id = await room.run(testCases, { eval_functions: [{ id: "as_told" }], ...input });
    await room.finish(id);
    return id;
  };
  const compared = async (a: string, b: string, paging: Readonly<Record<string, unknown>> = {}) =>
    (await room.data<{ compareEvalRuns: Comparison }>(compareDocument, { a, b, ...paging })).compareEvalRuns;

  test("evals lists what can score: what is built in, and the deployer's", async () => {
    const { evals } = await room.data<{ evals: readonly { id: string; builtIn: boolean }[] }>(
      `{ evals { id name description builtIn config { name description type default } } }`,
    );

    expect(evals.map(({ id, builtIn }) => [id, builtIn])).toEqual([
      ...["exact_match", "contains", "regex", "json_schema", "tool_use"].map((id) => [id, true]),
      ...["knowledge_sources", "latency", "llm_as_judge"].map((id) => [id, true]),
      ["as_told", false],
    ]);
    expect(evals.at(-1)).toEqual({
      ...{ id: "as_told", name: "As told", description: "Scores as the test says.", builtIn: false },
      config: [{ name: "key", description: "A secret.", type: "variable", default: null }],
    });
  });

  test("evalResults has pages, in the order of the cases, and can show some states only", async () => {
    const id = await finished(ids, { pass_threshold: 50 });
    const page = async (variables: Readonly<Record<string, unknown>>) =>
      (
        await room.data<{ evalResults: { items: readonly { testCase: string; score: number }[]; pageInfo: object } }>(
          resultsDocument,
          { run: id, ...variables },
        )
      ).evalResults;

    const first = await page({ limit: 25 });
    const rest = [await page({ limit: 25, page: 2 }), await page({ limit: 25, page: 3 })];
    const failed = await page({ limit: 400, only: "failed" });
    const below = ids.filter((_, number) => scoreOf(number) < 50);

    expect([first, ...rest].flatMap(({ items }) => items.map(({ testCase }) => testCase))).toEqual(ids);
    expect(first.pageInfo).toEqual({
      ...{ pageCount: 3, itemCount: 60, currentPage: 1, hasPreviousPage: false, hasNextPage: true },
    });
    expect(failed.items.map(({ testCase }) => testCase)).toEqual(below);
    expect(failed.pageInfo).toMatchObject({ itemCount: below.length });
    expect((await page({ only: "errors" })).items).toEqual([]);
    expect((await room.error(resultsDocument, { run: id, limit: 0 })).message).toContain("limit must be");
    expect((await room.error(resultsDocument, { run: id, page: 0 })).message).toContain("page must be");
  });

  test("a run compared with one of the same agent shows no difference; one that is 10 points better does", async () => {
    gain = 0;
    const a = await finished();
    const same = await finished();
    gain = 10;
    const better = await finished();

    expect(await compared(a, same)).toMatchObject({
      ...{ count, onlyA: 0, onlyB: 0, difference: 0, low: 0, high: 0, isSignificant: false, same: count },
    });
    const gained = await compared(a, better);
    expect(gained).toMatchObject({ isSignificant: true, better: count, worse: 0, same: 0 });
    expect(gained.difference).toBeCloseTo(10);
    expect(gained.low).toBeGreaterThan(9);
    const lost = await compared(better, a);
    expect(lost.difference).toBeCloseTo(-10);
    expect(lost.isSignificant).toBe(true);
  });

  test("it compares the cases that both have, those that got worst first, in pages", async () => {
    gain = 0;
    const a = await finished(ids.slice(0, 40));
    gain = 5;
    const b = await finished(ids.slice(30));

    const all = await compared(a, b, { limit: 3 });
    const second = await compared(a, b, { limit: 3, page: 2 });

    expect(all).toMatchObject({ count: 10, onlyA: 30, onlyB: 20, pageInfo: { itemCount: 10, pageCount: 4 } });
    expect(all.items).toHaveLength(3);
    expect(all.items[0]).toMatchObject({ name: expect.stringMatching(/^Case 3\d$/), difference: 5 });
    expect(second.items.map(({ name }) => name)).not.toContain(all.items[0]?.name);
  });

  test("runs without results, that go on, or that have no case in common can't be compared", async () => {
    const fresh = await room.run(ids.slice(0, 1));
    const one = await finished(ids.slice(0, 1));
    const other = await finished(ids.slice(1, 2));
    await room.data(`mutation { pauseQueue(queue: eval_runs) { success } }`);
    const running = await room.run(ids.slice(0, 1));
    await room.start(running);

    const messages = [
      (await room.error(compareDocument, { a: one, b: fresh })).message,
      (await room.error(compareDocument, { a: one, b: running })).message,
      (await room.error(compareDocument, { a: one, b: other })).message,
    ];
    await room.data(`mutation { resumeQueue(queue: eval_runs) { success } }`);
    await room.ended(running);

    expect(messages).toEqual([
      `The run "A run" has no results yet.`,
      `The run "A run" is still going on: compare it when it has ended.`,
      "The two runs have no test case in common: there is nothing to compare.",
    ]);
  });
});
