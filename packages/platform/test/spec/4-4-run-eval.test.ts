import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { type ExamRoom, runEvalDocument, startExamRoom } from "../support/exam-room.ts";
import { isMissing } from "../support/test-database.ts";

const nowhere = "00000000-0000-7000-8000-0000000000ff";

describe.skipIf(isMissing)("runEval", { timeout: 60_000 }, () => {
  let room: ExamRoom;
  beforeAll(async () => {
    room = await startExamRoom();
  });
  afterEach(() => {
    room.answers.clear();
    room.behaviour = { score: () => 100 };
  });
  afterAll(() => room.close());

  const cases = (...questions: readonly string[]) =>
    Promise.all(
      questions.map((question) => room.testCase({ name: question, inputs: question, expected_output: question })),
    );
  const countJobs = async () => Object.values((await room.queues.queue("eval_runs")?.queue.getJobCounts()) ?? {});
  const refused = async (id: string, input: Readonly<Record<string, unknown>> = {}) => {
    const before = [await countJobs(), await room.stored(id)];
    const error = await room.error(runEvalDocument, { id, ...input });
    expect([await countJobs(), await room.stored(id)]).toEqual(before);
    return error.message;
  };

  test("runEval takes id (an eval run id) and test_case_ids (a list of ids), and returns jobs and count", async () => {
    const [one = "", two = "", three = ""] = await cases("one", "two", "three");
    const id = await room.run([one, two, three]);

    const { jobs, count } = await room.start(id, { test_case_ids: [three, one] });

    expect(count).toBe(2);
    expect(jobs).toHaveLength(2);
    await room.ended(id);
    expect((await room.results(id)).map(({ testCase }) => testCase)).toEqual([three, one]);
  });

  test("it makes one job per test case on the queue eval_runs, which carries ids and nothing else", async () => {
    const ids = await cases("first", "second");
    const id = await room.run(ids);

    const { jobs } = await room.start(id);
    await room.ended(id);
    const found = await Promise.all(jobs.map((job) => room.queues.queue("eval_runs")?.queue.getJob(job)));

    expect(found.map((job) => job?.name)).toEqual(["eval_runs.case", "eval_runs.case"]);
    expect(found.map((job) => job?.data)).toEqual(
      ids.map((test_case) => ({ context: "eval_runs", item: id, test_case, round: expect.any(String) })),
    );
  });

  test("the jobs can be seen with the jobs query", async () => {
    const id = await room.run(await cases("shown"));
    const { jobs } = await room.start(id);
    await room.ended(id);

    const shown = await room.data<{ jobs: { items: readonly { id: string }[] } }>(
      `{ jobs(queue: eval_runs, statusses: [completed, active], limit: 100) { items { id name } } }`,
    );

    expect(shown.jobs.items).toContainEqual({ id: jobs[0], name: "eval_runs.case" });
  });

  test("status, score, passed and results are stored on the run", async () => {
    const [right = "", wrong = ""] = await cases("right", "wrong");
    room.answers.set("wrong", "something else");
    const id = await room.run([right, wrong], { pass_threshold: 60 });

    const run = await room.finish(id);

    expect(run).toMatchObject({ status: "done", score: 50, passed: false });
    expect(run.results).toMatchObject({
      ...{ total: 2, done: 2, passed: 1, failed: 1, errors: 0, threshold: 60 },
      functions: [{ id: "exact_match", average: 50, cases: 2 }],
      cases: [
        { test_case: right, state: "passed", score: 100, scores: [100] },
        { test_case: wrong, state: "failed", score: 0, scores: [0] },
      ],
    });
  });

  test("results hold, by case, the answer and what every function gave", async () => {
    const [id = ""] = await cases("both");
    const run = await room.run([id], {
      eval_functions: [{ id: "exact_match" }, { id: "contains", config: { text: "x" } }],
    });

    await room.finish(run);

    expect(await room.results(run)).toEqual([
      {
        ...{ testCase: id, name: "both", state: "passed", score: 50, answer: "both", toolCalls: [], found: [] },
        functions: [
          { id: "exact_match", score: 100, reason: null },
          { id: "contains", score: 0, reason: null },
        ],
        ...{ error: null, seconds: expect.any(Number), attempts: 1 },
      },
    ]);
  });

  test.each([
    ["median", 50, 50, true],
    ["average", 40, 50, false],
    ["sum", 120, 130, false],
    ["sum", 120, 120, true],
  ] as const)(
    "the score by %s is %d, and passed says whether it reached %d: %s",
    async (method, score, least, passed) => {
      const given: Readonly<Record<string, number>> = { low: 0, middle: 50, high: 70 };
      room.behaviour = { score: ({ answer }) => given[answer] };
      const scoring_method = method.toUpperCase();
      const functions = { eval_functions: [{ id: "as_told" }], scoring_method, pass_threshold: least };

      const run = await room.finish(await room.run(await cases("low", "middle", "high"), functions));

      expect(run).toMatchObject({ status: "done", score, passed });
    },
  );

  test("without test_case_ids it runs the run's own", async () => {
    const [own = "", other = ""] = await cases("own", "other");
    const id = await room.run([own], { eval_set_id: await room.set([own, other]) });

    const { count } = await room.start(id);

    expect(count).toBe(1);
    await room.ended(id);
  });

  test("without any of its own it runs its set's: those that the set lists and those that name the set", async () => {
    const [listed = ""] = await cases("listed");
    const set = await room.set([listed]);
    const naming = await room.testCase({ inputs: "naming", eval_set_id: set });
    const id = await room.run([], { eval_set_id: set });

    await room.finish(id);

    expect((await room.results(id)).map(({ testCase }) => testCase)).toEqual([listed, naming]);
  });

  test("ids that don't exist, and test cases of other sets, are named all at once, and nothing begins", async () => {
    const [member = "", stranger = ""] = await cases("member", "stranger");
    const id = await room.run([member], { eval_set_id: await room.set([member]) });

    expect(await refused(id, { test_case_ids: [nowhere, member, stranger, "no id"] })).toBe(
      `The run can't begin: these test cases do not exist, or you may not read them: ${nowhere}, no id; ` +
        `these test cases are not of the run's set: ${stranger}.`,
    );
  });

  test("an unknown run is not found", async () => {
    expect((await room.error(runEvalDocument, { id: nowhere })).message).toBe("Record not found");
    expect((await room.error(runEvalDocument, { id: "no id" })).message).toBe("Record not found");
  });

  test("an empty set, an empty list and a run of nothing are refused, and never a pass", async () => {
    const empty = await room.run([], { eval_set_id: await room.set([]) });
    const nothing = await room.run([]);
    const lost = await room.run([], { eval_set_id: nowhere });

    expect(await refused(empty)).toBe("The run can't begin: the set has no test cases.");
    expect(await refused(nothing)).toMatch(/^The run can't begin: there is nothing to run/);
    expect(await refused(nothing, { test_case_ids: [] })).toMatch(/"test_case_ids" is empty/);
    expect(await refused(lost)).toBe(
      `The run can't begin: the set "${nowhere}" does not exist, or you may not read it.`,
    );
    expect((await room.stored(empty)).passed).toBeNull();
  });

  test("everything that is wrong with a run is told at once", async () => {
    const id = await room.run([nowhere], {
      agent_id: nowhere,
      timeout_in_seconds: 0,
      eval_functions: [
        { id: "no_such" },
        { id: "contains", config: { text: 5, color: "red" } },
        { id: "llm_as_judge" },
        { id: "regex", config: { pattern: "(" } },
        5,
      ],
    });

    const message = await refused(id);

    for (const part of [
      "its agent does not exist, or you may not use it",
      `"eval_functions" names "no_such", which there is not; there are: exact_match, contains, regex,`,
      `"text" of contains must be a string`,
      `contains has no setting "color"; it has text, ignore_case`,
      `llm_as_judge needs either "agent" or "backend": who judges`,
      "regex: Invalid regular expression",
      `"eval_functions" must be a list of { "id": "…", "config": { … } }`,
      `"timeout_in_seconds" must be more than 0`,
      `these test cases do not exist, or you may not read them: ${nowhere}`,
    ]) {
      expect(message).toContain(part);
    }
  });

  test("a run without functions, and an agent that is not active, are refused", async () => {
    const [id = ""] = await cases("any");
    const none = await room.run([id], { eval_functions: [] });
    const idle = await room.run([id], { agent_id: await room.agent({ name: "Idle", active: false }) });

    expect(await refused(none)).toMatch(/^The run can't begin: "eval_functions" must name 1 to 20 of: exact_match/);
    expect(await refused(idle)).toBe(`The run can't begin: the agent "Idle" is not active.`);
  });

  test("a run that still goes on is not begun again", async () => {
    const gate = Promise.withResolvers<string>();
    room.answers.set("slow", () => gate.promise);
    const id = await room.run(await cases("quick", "slow"));
    await room.start(id);
    await expect.poll(async () => (await room.stored(id)).results?.done).toBe(1);

    const error = await room.error(runEvalDocument, { id });
    gate.resolve("slow");

    expect(error).toMatchObject({
      message: "The run is still going on: 1 of 2 cases are done.",
      extensions: { code: "CONFLICT" },
    });
    expect(await room.ended(id)).toMatchObject({ status: "done", score: 100 });
  });

  test("two that begin it at the same moment: one does", async () => {
    const gate = Promise.withResolvers<string>();
    room.answers.set("at once", () => gate.promise);
    const id = await room.run(await cases("at once"));

    const answers = await Promise.all([1, 2, 3].map(() => room.ask(runEvalDocument, { id })));
    gate.resolve("at once");

    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions?.code))).toEqual([
      "CONFLICT",
      "CONFLICT",
    ]);
    await room.ended(id);
  });

  test("onlyFailed runs the cases that did not pass again; the others keep their results", async () => {
    const asked: string[] = [];
    const answered = (text: string) => () => {
      asked.push(text);
      return text;
    };
    room.answers.set("good", answered("good")).set("bad", answered("worse"));
    room.answers.set("ugly", () => {
      throw new Error("out of order");
    });
    const ids = await cases("good", "bad", "ugly");
    const id = await room.run(ids);
    const first = await room.finish(id);
    asked.length = 0;
    room.answers.set("bad", answered("bad")).set("ugly", answered("ugly"));

    const { count } = await room.start(id, { onlyFailed: true });
    const second = await room.ended(id);

    expect(first).toMatchObject({ status: "failed", passed: false, results: { passed: 1, failed: 1, errors: 1 } });
    expect(count).toBe(2);
    expect(asked.toSorted()).toEqual(["bad", "ugly"]);
    expect(second).toMatchObject({ status: "done", score: 100, passed: true, results: { passed: 3, total: 3 } });
    expect((await room.results(id)).map(({ testCase }) => testCase)).toEqual(ids);
    expect(await refused(id, { onlyFailed: true })).toMatch(/nothing to run again/);
  });

  test("onlyFailed needs results, of the same agent and functions", async () => {
    const ids = await cases("again");
    const fresh = await room.run(ids);
    const changed = await room.run(ids);
    room.answers.set("again", "else");
    await room.finish(changed);
    await room.data(
      `mutation ($id: ID!, $agent: String!) {
        eval_runsUpdateOneById(id: $id, input: { name: "A run", agent_id: $agent, eval_functions: [{ id: "contains" }] }) { item { id } }
      }`,
      { id: changed, agent: (await room.stored(changed)).results?.settings.agent_id },
    );

    expect(await refused(fresh, { onlyFailed: true })).toBe("The run has no results yet: run it without onlyFailed.");
    expect(await refused(changed, { onlyFailed: true })).toMatch(/have changed since its last results/);
  });

  test("it writes nothing into conversations, and tells the audit log who began it", async () => {
    const count = async () =>
      (await room.database.query(sql`select 1 from agent_sessions union all select 1 from agent_messages`)).length;
    const before = await count();
    const id = await room.run(await cases("silent"));

    await room.finish(id);

    expect(await count()).toBe(before);
    const entries = await room.database.query(
      sql`select action, actor from platform_audit_log where record_id = ${id}::uuid order by id`,
    );
    expect(entries).toEqual([
      { action: "create", actor: "development" },
      { action: "run", actor: "development" },
    ]);
  });

  test("the copy of a run has not run; a run that is removed takes its results along", async () => {
    const id = await room.run(await cases("copied"));
    await room.finish(id);
    const copied = await room.data<{ eval_runsCopyOneById: { item: Record<string, unknown> } }>(
      `mutation ($id: ID!) { eval_runsCopyOneById(id: $id) { item { name status score passed results agent_id } } }`,
      { id },
    );
    await room.data(`mutation ($id: ID!) { eval_runsRemoveOneById(id: $id) { id } }`, { id });

    expect(copied.eval_runsCopyOneById.item).toMatchObject({
      ...{ name: "A run (Copy)", status: null, score: null, passed: null, results: null },
      agent_id: expect.any(String),
    });
    expect(await room.database.query(sql`select 1 from platform_eval_cases where run = ${id}::uuid`)).toEqual([]);
  });
});
