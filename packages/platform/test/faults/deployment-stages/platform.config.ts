import { PlatformApp, PlatformContext, PlatformEmbedder, PlatformQueues, scriptedProvider } from "@platform/server";
import { lettersModel } from "../letters-model.ts";
import { repeatQuestion } from "../repeat-question.ts";

const embeddings = PlatformQueues.register("embeddings", { worker: 4, queue: 8 }, 1000, 60);
const flows = PlatformQueues.register("flows", { worker: 4, queue: 8 }, 1000, 60);
PlatformQueues.register("eval_runs", { worker: 4, queue: 8 }, 1000, 60);

const notes = new PlatformContext({
  id: "notes",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "external_id", type: "string", unique: true },
    { name: "scan", type: "file" },
  ],
  embedder: new PlatformEmbedder({
    id: "lines",
    name: "Lines",
    model: lettersModel("letters", 8),
    queue: embeddings,
    chunk: ({ body }) => String(body ?? "").split("\n"),
  }),
});

const echo = scriptedProvider({
  id: "echo",
  steps: [repeatQuestion],
  workflows: { enabled: true, queue: flows },
});

/** One config for every stage: what changes from one to the next is the environment. */
export default new PlatformApp({ contexts: [notes], providers: [echo] });
