import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createRun, createSet, findRun, startRun } from "./eval-facts.ts";
import { eventually } from "./eventually.ts";
import { cleanUp, evalsDeployment, launch, newFolder, type Outcome, run, startPlatform } from "./platform-process.ts";
import { allBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";

const helpdesk = new URL("../../../../examples/helpdesk/platform.config.ts", import.meta.url).pathname;

describe("platform eval run, where nothing else runs", () => {
  let environment: Readonly<Record<string, string>>;
  let id: string;

  beforeAll(async () => {
    const record = join(await newFolder(), "scorings");
    environment = { PLATFORM_DATA_DIR: await newFolder(), RECORD_FILE: record };
    const platform = await startPlatform(environment, evalsDeployment);
    const { url } = platform;
    const mixed = await createSet(url, { count: 10, wrong: 3 });
    const empty = await createSet(url, { count: 0 });
    id = await createRun(url, mixed, { name: "Mixed", pass_threshold: 60 });
    await createRun(url, mixed, { name: "Broken", pass_threshold: 0, eval_functions: [{ id: "json_schema" }] });
    const eval_functions = [{ id: "recorded", config: { pause: 3000 } }];
    await createRun(url, mixed, { name: "Slow", eval_functions });
    await createRun(url, empty, { name: "Empty" });
    await createRun(url, mixed, { name: "Twice" });
    await createRun(url, mixed, { name: "Twice" });
    platform.kill("SIGTERM");
    await platform.ended;
  }, 120_000);
  afterAll(cleanUp);

  const evalRun = (...parameters: readonly string[]): Promise<Outcome> =>
    run(["eval", "run", ...parameters, "--config", evalsDeployment], environment);

  test("runs the cases by itself, shows what they came to, and exits with 0 up to --fail-under", async () => {
    const { code, output, complaint } = await evalRun("Mixed", "--fail-under", "70");

    expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
    expect(output).toMatch(/^CASE +STATE +SCORE +ERROR\n/);
    expect(output).toMatch(/\nCase 5 +passed +100\n/);
    expect(output).toMatch(/\nCase 0 +failed +0\n/);
    expect(output).toContain("Mixed: 7 of 10 cases passed, 3 failed, 0 errors.\n");
    expect(output).toContain("Score 70 (exact_match 70; least 60, --fail-under 70): passed.\n");
  });

  test("above its score --fail-under exits with 1; --only-failed runs those that did not pass", async () => {
    const { code, output } = await evalRun(id, "--only-failed", "--fail-under", "70.1", "--json");

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      run: { id, name: "Mixed" },
      ...{ status: "done", score: 70, passed: true, threshold: 60, failUnder: 70.1, isGoodEnough: false },
      counts: { total: 10, passed: 7, failed: 3, errors: 0 },
      functions: [{ id: "exact_match", average: 70 }],
    });
    expect(JSON.parse(output).cases).toHaveLength(10);
  });

  test("cases that can't be scored fail, also with a threshold of 0", async () => {
    const { code, output } = await evalRun("Broken", "--fail-under", "0");

    expect(code).toBe(1);
    expect(output).toContain("The expected output is no JSON, and no schema is set.");
    expect(output).toContain("0 of 10 cases passed, 0 failed, 10 errors");
  });

  test("what a kill -9 has left behind ends first, and does not stand in the way", async () => {
    const cutOff = launch(["eval", "run", "Slow", "--config", evalsDeployment], environment);
    await eventually(async () => existsSync(environment.RECORD_FILE ?? ""), 60);
    cutOff.kill("SIGKILL");
    await cutOff.ended;

    const { code, output } = await evalRun("Slow", "--json");

    expect(code).toBe(0);
    expect(JSON.parse(output).counts).toEqual({ total: 10, passed: 10, failed: 0, errors: 0 });
  });

  test.each<[string, readonly string[], number, RegExp]>([
    ["an empty set", ["Empty"], 1, /The run can't begin: the set has no test cases\./],
    ["a name of two runs", ["Twice"], 1, /There are several eval runs called "Twice"; name one by its id: /],
    ["no run at all", [], 2, /missing required argument 'run'/],
    ["a score that is none", ["Mixed", "--fail-under", "high"], 2, /It must be a number from 0\./],
  ])("%s is told, and no pass", async (_what, parameters, code, complaint) => {
    const outcome = await evalRun(...parameters);

    expect({ code: outcome.code, output: outcome.output }).toEqual({ code, output: "" });
    expect(outcome.complaint).toMatch(complaint);
  });

  test("the help desk's eval set passes on a machine where nothing was started before", {
    timeout: 240_000,
  }, async () => {
    const fresh = { PLATFORM_DATA_DIR: await newFolder() };
    const parameters = ["eval", "run", "Help articles", "--config", helpdesk, "--fail-under", "90", "--json"];

    const { code, output, complaint } = await run(parameters, fresh);

    expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
    expect(JSON.parse(output)).toMatchObject({ isGoodEnough: true, counts: { total: 8, errors: 0 } });
  });
});

describe("platform eval run, beside a running platform", () => {
  afterEach(cleanUp);

  for (const backend of allBackends.filter(({ isShared }) => isShared)) {
    test.skipIf(backend.isMissing)(
      `on ${backend.name} works with it, and refuses a run that goes on`,
      async ({ onTestFinished }) => {
        const deployment = await QueueDeployment.open(backend, {}, evalsDeployment);
        onTestFinished(() => deployment.discard());
        const { url } = await deployment.startServer();
        const set = await createSet(url, { count: 10 });
        const id = await createRun(url, set);
        const busy = await createRun(url, set, { eval_functions: [{ id: "recorded", config: { pause: 60_000 } }] });
        const parameters = (run: string) => ["eval", "run", run, "--config", evalsDeployment, "--json"];

        const alone = await run(parameters(id), deployment.environment);
        await deployment.startWorker("eval_runs");
        const together = await run(parameters(id), deployment.environment);
        await startRun(url, busy);
        await eventually(async () => (await findRun(url, busy)).status === "running");
        const refused = await run(parameters(busy), deployment.environment);

        for (const { code, output } of [alone, together]) {
          expect({ code, ...JSON.parse(output).counts }).toEqual({
            code: 0,
            total: 10,
            passed: 10,
            failed: 0,
            errors: 0,
          });
        }
        expect(refused.code).toBe(1);
        // How long each takes is chance.
        expect(refused.complaint).toMatch(/^The run is still going on: \d of 10 cases are done\./m);
      },
    );
  }
});
