import { randomUUID } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { PlatformApp, PlatformQueues, PlatformTool, scriptedProvider } from "@platform/server";
import { z } from "zod";

const flows = PlatformQueues.register("flows", { worker: 2, queue: 4 }, 1000);

/** Writes down when it begins and when it ends, each time under another mark, which it gives back. */
const noteDown = new PlatformTool({
  id: "note_down",
  name: "note_down",
  description: "Writes down that it was called.",
  type: "function",
  inputSchema: z.object({ run: z.string(), step: z.number(), previous: z.string() }),
  config: [],
  execute: async ({ inputs: { run, step, previous } }) => {
    const mark = randomUUID();
    const note = (what: "begin" | "end") =>
      appendFile(process.env.NOTES_FILE ?? "", `${JSON.stringify({ run, step, previous, mark, what })}\n`);
    await note("begin");
    await wait(Number(process.env.NOTE_MILLISECONDS ?? 100));
    await note("end");
    return { result: mark };
  },
});

export default new PlatformApp({
  contexts: [],
  tools: [noteDown],
  providers: [scriptedProvider({ id: "local", steps: ["Said."], workflows: { enabled: true, queue: flows } })],
});
