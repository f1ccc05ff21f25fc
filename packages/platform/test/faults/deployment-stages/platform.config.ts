import {
  type EmbeddingModel,
  PlatformApp,
  PlatformContext,
  PlatformEmbedder,
  PlatformQueues,
  scriptedProvider,
} from "@platform/server";
import { repeatQuestion } from "../repeat-question.ts";

const embeddings = PlatformQueues.register("embeddings", { worker: 4, queue: 8 }, 1000, 60);
const flows = PlatformQueues.register("flows", { worker: 4, queue: 8 }, 1000, 60);
PlatformQueues.register("eval_runs", { worker: 4, queue: 8 }, 1000, 60);

/** Every letter has a direction of its own. */
const letters: EmbeddingModel = {
  id: "letters",
  dimensions: 8,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(8);
      for (const letter of text) vector[letter.charCodeAt(0) % 8] = (vector[letter.charCodeAt(0) % 8] ?? 0) + 1;
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
};

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
    model: letters,
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
