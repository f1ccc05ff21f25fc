import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, newFolder, workflowsDeployment } from "./platform-process.ts";
import { sharedBackends } from "./queue-backends.ts";
import { QueueDeployment } from "./queue-deployment.ts";
import { createAgent, createWorkflow, findRun, notesOf, startRun } from "./workflow-facts.ts";

const steps = Array.from({ length: 3 }, (_, index) => ({
  name: `step${index}`,
  tool: "note_down",
  inputs: { run: "frozen", step: index, previous: index === 0 ? "" : `{step${index - 1}}` },
}));

describe("A worker that is frozen in the middle of a step, for longer than its lease,", { concurrent: true }, () => {
  afterAll(cleanUp);

  for (const backend of sharedBackends) {
    test.skipIf(backend.isMissing)(
      `can't write into the run that another one has taken over on ${backend.name}, nor begin a step of it`,
      async ({ onTestFinished }) => {
        const notes = join(await newFolder(), "notes.jsonl");
        const settings = { NOTES_FILE: notes, NOTE_MILLISECONDS: "2000" };
        const deployment = await QueueDeployment.open(backend, settings, workflowsDeployment);
        onTestFinished(() => deployment.discard());
        const { url } = await deployment.startServer();
        const frozen = await deployment.startWorker("flows");
        const workflow = await createWorkflow(url, { agent: await createAgent(url), steps_json: steps });
        const run = await startRun(url, workflow, {});
        const begun = async () => (await notesOf(notes, "frozen")).filter(({ what }) => what === "begin");
        await eventually(async () => (await begun()).length === 2, 60);

        frozen.kill("SIGSTOP");
        await deployment.startWorker("flows");
        await eventually(async () => (await findRun(url, run)).status === "done", 90);
        const [before, beginnings] = [await findRun(url, run), await begun()];
        frozen.kill("SIGCONT");
        // It ends the step that it was at, and would go on with the next one.
        await eventually(
          async () => (await notesOf(notes, "frozen")).filter(({ what }) => what === "end").length === 4,
          60,
        );
        await wait(3000);

        expect(await findRun(url, run)).toEqual(before);
        expect(await begun()).toEqual(beginnings);
        expect(before.steps.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
          { status: "done", attempts: 1 },
          { status: "done", attempts: 2 },
          { status: "done", attempts: 1 },
        ]);
        expect(before.steps[1]?.output).toBe(beginnings[2]?.mark);
      },
    );
  }
});
