import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { PlatformApp, PlatformEval, PlatformQueues, scriptedProvider } from "@platform/server";
import { repeatQuestion } from "../repeat-question.ts";

PlatformQueues.register("eval_runs", { worker: 4, queue: 8 }, 1000, 60);

/** Takes a while, writes down that it has come to its end, and says so in the result: whose result it is can be told. */
const recorded = new PlatformEval({
  id: "recorded",
  name: "Recorded",
  description: "Writes down which process has scored which case.",
  config: [{ name: "pause", description: "In milliseconds.", type: "number", default: 0 }],
  execute: async ({ testCase, config }) => {
    await wait(config.pause * Math.random());
    const token = crypto.randomUUID();
    if (process.env.RECORD_FILE) await appendFile(process.env.RECORD_FILE, `${testCase.id} ${process.pid} ${token}\n`);
    return { score: 100, reason: token };
  },
});

export default new PlatformApp({
  contexts: [],
  providers: [
    scriptedProvider({
      id: "echo",
      steps: [repeatQuestion],
    }),
  ],
  evals: [recorded],
});
