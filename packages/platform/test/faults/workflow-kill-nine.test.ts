import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, newFolder, workflowsDeployment } from "./platform-process.ts";
import { testedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { faultRounds } from "./soak-rounds.ts";
import { createAgent, createWorkflow, findRun, notesOf, startRun } from "./workflow-facts.ts";

const rounds = faultRounds(50);
const length = 8;

/** Each step is given what the one before it gave; two of them run side by side. */
const chain = [
  ...Array.from({ length }, (_, index) => ({
    name: `step${index}`,
    tool: "note_down",
    inputs: { run: "{round}", step: index, previous: index === 0 ? "" : `{step${index - 1}}` },
  })),
  ...["left", "right"].map((name, side) => ({
    ...{ name, group: "both", tool: "note_down" },
    inputs: { run: "{round}", step: length + side, previous: `{step${length - 1}}` },
  })),
  { name: "end", prompt: "{left} {right}" },
];

/** The steps before the group come one after the other. */
const stageOf = (step: number) => Math.min(step, length);

describe("A run of a workflow whose process is killed", () => {
  afterAll(cleanUp);

  for (const backend of testedBackends) {
    test.skipIf(backend.isMissing)(
      `${rounds} times with kill -9 on ${backend.name}: it ends complete, and no step that was finished runs again`,
      { timeout: 120_000 + rounds * 60_000 },
      async ({ annotate, onTestFinished }) => {
        const notes = join(await newFolder(), "notes.jsonl");
        const deployment = await QueueDeployment.open(backend, { NOTES_FILE: notes }, workflowsDeployment);
        onTestFinished(() => deployment.discard());
        await deployment.startServer();
        const startVictim = () => (backend.isShared ? deployment.startWorker("flows") : deployment.startServer());
        let victim = backend.isShared ? await startVictim() : deployment.server;
        const agent = await createAgent(deployment.url);
        const workflow = await createWorkflow(deployment.url, { agent, steps_json: chain });
        let kept = 0;
        let repeated = 0;

        for (let round = 1; round <= rounds; round++) {
          const run = await startRun(deployment.url, workflow, { round: `round ${round}` });
          await eventually(async () => (await notesOf(notes, `round ${round}`)).length > 1, 60);
          await wait(Math.random() * 900);
          const before = await findRun(deployment.url, run);
          victim.kill("SIGKILL");
          await victim.ended;
          victim = await startVictim();
          await eventually(async () => (await findRun(deployment.url, run)).status === "done", 90);

          const { steps, error } = await findRun(deployment.url, run);
          const written = await notesOf(notes, `round ${round}`);
          const begun = written.filter(({ what }) => what === "begin");
          expect(error).toBeNull();
          expect(
            steps.map(({ index, status }) => `${index} ${status}`),
            `round ${round}`,
          ).toEqual(chain.map((_, index) => `${index} done`));
          // What was finished before the kill is what it was.
          for (const step of before.steps.filter(({ status }) => status === "done")) {
            expect(steps[step.index], `round ${round}, step ${step.index}`).toEqual(step);
          }
          // It never goes back: after a step has begun, none of an earlier stage begins.
          const stages = begun.map(({ step }) => stageOf(step));
          expect(stages, `round ${round}`).toEqual(stages.toSorted((one, other) => one - other));
          for (const { index, output, attempts } of steps.slice(0, -1)) {
            const own = begun.filter(({ step }) => step === index);
            const place = `round ${round}, step ${index}`;
            // The result that counts is that of the last attempt, and everything after it has seen it.
            expect(output, place).toBe(own.at(-1)?.mark);
            expect(attempts - own.length, place).toBeOneOf([0, 1]);
            const after = begun.filter(({ step }) => stageOf(step) === index + 1 && index < length);
            expect(
              after.map(({ previous }) => previous),
              place,
            ).toEqual(after.map(() => output));
          }
          if (before.status === "running") kept += 1;
          if (begun.length > chain.length - 1) repeated += 1;
        }

        await annotate(
          `${backend.name}: ${rounds} kills, ${kept} of them in the middle of a run, ${repeated} in the middle of a step`,
        );
        expect(kept).toBeGreaterThan(0);
      },
    );
  }
});
