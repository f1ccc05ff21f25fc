import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/storage/sql.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { type ExamRoom, resultsDocument, runEvalDocument, startExamRoom } from "../support/exam-room.ts";
import { isMissing } from "../support/test-database.ts";

const nowhere = "00000000-0000-7000-8000-0000000000ff";
const compareDocument = `query ($a: ID!, $b: ID!) { compareEvalRuns(a: $a, b: $b) { count items { testCase name } } }`;
const startingOver = "Whoever started the run, or the API key it was started with, may no longer come in.";

describe.skipIf(isMissing)("Rights on evaluations", { timeout: 60_000 }, () => {
  let room: ExamRoom;
  let ann: Caller;
  let bob: Caller;
  beforeAll(async () => {
    room = await startExamRoom();
    const permissions = { evals: "WRITE", agents: "READ", contexts: "WRITE" } as const;
    ann = await createCaller(room, { email: "ann@example.com", permissions });
    bob = await createCaller(room, { email: "bob@example.com", permissions });
  });
  afterAll(() => room.close());

  /** A run of Ann's with one case of hers, against an agent that everyone may use. */
  const annsRun = async (input: Readonly<Record<string, unknown>> = {}) => {
    const testCase = await room.testCase({ name: "Ann's" }, ann);
    return { testCase, id: await room.run([testCase], { agent_id: await room.agent(), ...input }, ann) };
  };
  const jobs = async () => Object.values((await room.queues.queue("eval_runs")?.queue.getJobCounts()) ?? {});

  test("runEval needs the role permission evals: write; reading needs evals: read", async () => {
    const { id } = await annsRun({ RBAC: { type: "public" } });
    await room.finish(id);
    const reader = await createCaller(room, {
      email: "reader@example.com",
      permissions: { evals: "READ", agents: "READ" },
    });
    const outsider = await createCaller(room, { email: "outsider@example.com", permissions: { agents: "WRITE" } });
    const before = await jobs();

    for (const caller of [reader, outsider]) {
      expect((await caller.error(runEvalDocument, { id })).message).toBe("Access control error");
    }
    for (const [document, variables] of [
      ["{ evals { id } }", {}],
      [resultsDocument, { run: id }],
      [compareDocument, { a: id, b: id }],
    ] as const) {
      expect((await outsider.error(document, variables)).message).toBe("Access control error");
      expect((await reader.ask(document, variables)).errors).toBeUndefined();
    }
    expect(await jobs()).toEqual(before);
  });

  test("it needs write access to the run: who may only read it is told so, who may not is not", async () => {
    const { id: hidden } = await annsRun();
    const { id: shared } = await annsRun({ RBAC: { users: [{ id: bob.userId, rights: "read" }] } });
    const before = await jobs();

    const refused = await bob.error(runEvalDocument, { id: shared });
    const answers = [hidden, nowhere].map(async (id) => (await bob.error(runEvalDocument, { id })).message);

    expect(refused.message).toBe("Insufficient permissions");
    expect(await Promise.all(answers)).toEqual(["Record not found", "Record not found"]);
    expect(await jobs()).toEqual(before);
    expect((await room.stored(shared)).status).toBeNull();
  });

  test("it needs the right to use the agent; a hidden one and a missing one look the same", async () => {
    const { id: hidden } = await annsRun({ agent_id: await room.agent({ RBAC: { type: "private" } }) });
    const { id: missing } = await annsRun({ agent_id: nowhere });
    const without = await createCaller(room, { email: "no-agents@example.com", permissions: { evals: "WRITE" } });
    const own = await room.run([await room.testCase({}, without)], { agent_id: await room.agent() }, without);

    const messages = [hidden, missing].map(async (id) => (await ann.error(runEvalDocument, { id })).message);

    expect(new Set(await Promise.all(messages))).toEqual(
      new Set(["The run can't begin: its agent does not exist, or you may not use it."]),
    );
    expect((await without.error(runEvalDocument, { id: own })).message).toBe("Access control error");
  });

  test("test cases and sets that the caller may not read are as good as missing", async () => {
    const bobs = await room.testCase({ name: "Bob's secret case" }, bob);
    const bobsSet = await room.set([bobs], bob);
    const { id } = await annsRun();
    const { id: ofHisSet } = await annsRun({ eval_set_id: bobsSet, test_case_ids: null });
    const { id: ofNoSet } = await annsRun({ eval_set_id: nowhere, test_case_ids: null });
    const asked = async (test_case_ids: readonly string[]) =>
      (await ann.error(runEvalDocument, { id, test_case_ids })).message.replaceAll(/[0-9a-f-]{36}/g, "…");
    const ofSet = async (run: string) =>
      (await ann.error(runEvalDocument, { id: run })).message.replaceAll(/[0-9a-f-]{36}/g, "…");

    expect(await asked([bobs])).toBe(await asked([nowhere]));
    expect(await ofSet(ofHisSet)).toBe(await ofSet(ofNoSet));
  });

  test("results of a run that the caller may not read are not found; its test cases keep their names to themselves", async () => {
    const { id } = await annsRun({ RBAC: { users: [{ id: bob.userId, rights: "read" }] } });
    const { id: hidden } = await annsRun();
    await room.finish(id);
    await room.finish(hidden);

    const seen = await bob.data<{ evalResults: { items: readonly { name: string | null; score: number }[] } }>(
      resultsDocument,
      { run: id },
    );

    expect(seen.evalResults.items).toMatchObject([{ name: null, score: 100 }]);
    expect((await bob.error(resultsDocument, { run: hidden })).message).toBe("Record not found");
    expect((await bob.error(resultsDocument, { run: nowhere })).message).toBe("Record not found");
    expect((await bob.error(compareDocument, { a: id, b: hidden })).message).toBe("Record not found");
  });

  test("the agent acts with the rights of whoever started the run, whatever the model asks for", async () => {
    await room.create("articles", { title: "Bob's diary", body: "Nobody may know about the whales." }, bob);
    const agent_id = await room.agent({ backend: "retrieval", tools: [{ id: "search_articles" }] });
    const eval_functions = [{ id: "contains", config: { text: "whales" } }];
    const scoreOf = async (caller: Caller) => {
      const testCase = await room.testCase({ inputs: "Who may know about the whales?" }, caller);
      const id = await room.run([testCase], { agent_id, eval_functions }, caller);
      await room.start(id, {}, caller);
      await room.ended(id);
      return (await room.results(id))[0];
    };

    expect(await scoreOf(bob)).toMatchObject({ score: 100, found: [{ name: "Bob's diary" }] });
    expect(await scoreOf(ann)).toMatchObject({ score: 0, found: [] });
  });

  /** Starts a run while the queue rests, lets something happen, and gives back how the case ended. */
  const afterwards = async (caller: Pick<Caller, "ask" | "data" | "error">, happen: () => Promise<unknown>) => {
    const id = await room.run([await room.testCase({}, caller)], { agent_id: await room.agent() }, caller);
    await room.data(`mutation { pauseQueue(queue: eval_runs) { success } }`);
    await room.start(id, {}, caller);
    await happen();
    await room.data(`mutation { resumeQueue(queue: eval_runs) { success } }`);
    await room.ended(id);
    return (await room.results(id))[0]?.error;
  };
  const changeUser = (id: string, set: string) =>
    room.data(`mutation { usersUpdateOneById(id: "${id}", input: { ${set} }) { item { id } } }`);
  const newcomer = (name: string) =>
    createCaller(room, { email: `${name}@example.com`, permissions: { evals: "WRITE", agents: "READ" } });

  test("a starter who was suspended, removed or demoted meanwhile has no rights left", async () => {
    const suspended = await newcomer("suspended");
    const removed = await newcomer("removed");
    const demoted = await newcomer("demoted");

    const errors = [
      await afterwards(suspended, () =>
        changeUser(suspended.userId, `email: "suspended@example.com", status: SUSPENDED`),
      ),
      await afterwards(removed, () => room.data(`mutation { usersRemoveOneById(id: "${removed.userId}") { id } }`)),
      await afterwards(demoted, () =>
        room.data(
          `mutation { rolesUpdateOneById(id: "${demoted.roleId}", input: { name: "less", agents: null }) { item { id } } }`,
        ),
      ),
    ];

    expect(errors).toEqual([startingOver, startingOver, "Access control error"]);
  });

  test("a key that was revoked meanwhile is no longer let in; a narrowed one stays narrowed", async () => {
    const user = await newcomer("keys");
    const admin = await createCaller(room, { email: "boss@example.com", isSuperAdmin: true });
    const keyFor = async (of: Caller, scopes?: string) => {
      const { made } = await of.data<{ made: { key: string; apiKey: { id: string } } }>(
        `mutation { made: apiKeysGenerate(name: "k"${scopes ? `, scopes: ${scopes}` : ""}) { key apiKey { id } } }`,
      );
      return { id: made.apiKey.id, client: room.as({ "x-api-key": made.key }) };
    };
    const revoked = await keyFor(user);
    const narrow = await keyFor(admin, `{ evals: "write", agents: "read" }`);
    const hidden = await room.create("articles", { title: "Hidden", body: "Deep secrets of the sea." }, bob);
    const agent_id = await room.agent({ backend: "retrieval", tools: [{ id: "search_articles" }] });
    const foundBy = async (client: Pick<Caller, "ask" | "data" | "error">) => {
      const testCase = await room.testCase({ inputs: "Which deep secrets of the sea are there?" }, client);
      const run = await room.run([testCase], { agent_id, eval_functions: [{ id: "latency" }] }, client);
      await room.start(run, {}, client);
      await room.ended(run);
      return JSON.stringify(await room.results(run));
    };

    const error = await afterwards(revoked.client, () =>
      user.data(`mutation { apiKeysRevoke(id: "${revoked.id}") { id } }`),
    );

    expect(error).toBe(startingOver);
    expect(await foundBy(admin)).toContain(hidden);
    expect(await foundBy(narrow.client)).not.toContain(hidden);
  });

  test("a backend can judge only for whoever may change agents", async () => {
    const { id } = await annsRun({ eval_functions: [{ id: "llm_as_judge", config: { backend: "judge" } }] });

    await room.start(id, {}, ann);
    await room.ended(id);

    expect((await room.results(id))[0]?.error).toBe(
      "llm_as_judge failed: Only whoever may change agents can name a backend: name an agent instead.",
    );
  });

  test("jobs of a run that the caller may not read show nothing of it", async () => {
    const { id } = await annsRun();
    const { jobs: ids } = await room.start(id, {}, ann);
    await room.ended(id);
    const looker = await createCaller(room, { email: "looker@example.com", permissions: { queues: "READ" } });

    const { job } = await looker.data<{ job: { data: unknown; returnvalue: unknown } }>(
      `query ($id: ID!) { job(queue: eval_runs, id: $id) { data returnvalue } }`,
      { id: ids[0] },
    );

    expect(job).toEqual({ data: null, returnvalue: null });
  });

  test("status, score, passed and results can't be set by anyone", async () => {
    const { id } = await annsRun();

    const answer = await ann.ask(
      `mutation { eval_runsUpdateOneById(id: "${id}", input: { name: "x", agent_id: "y", passed: true }) { item { id } } }`,
    );

    expect(answer.errors?.[0]?.message).toContain(`Field "passed" is not defined`);
    expect(await room.database.query(sql`select passed from eval_runs where id = ${id}::uuid`)).toEqual([
      { passed: null },
    ]);
  });
});
