import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddingModel, PlatformApp, PlatformContext, PlatformEmbedder, PlatformQueues } from "@platform/server";

/** Slow enough to be cut off in the middle; each text has its own vector, so that a mixture can be told. */
const model: EmbeddingModel = {
  id: "slow",
  dimensions: 8,
  embed: async (texts) => {
    await wait(20);
    return texts.map((text) => {
      const vector = Float32Array.from({ length: 8 }, (_, index) => text.charCodeAt(index % text.length) % 17);
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    });
  },
};

const embedder = {
  id: "lines",
  name: "Lines",
  model,
  chunk: ({ body }: { body?: unknown }) => String(body).split("\n"),
};
const fields = [
  { name: "title", type: "text", required: true },
  { name: "body", type: "longtext", required: true },
] as const;

/** Indexed while the caller waits. */
const notes = new PlatformContext({ id: "notes", fields, embedder: new PlatformEmbedder(embedder) });

/** Indexed on a queue. */
const queue = PlatformQueues.register("embeddings", { worker: 4, queue: 4 }, 1000, 60);
const memos = new PlatformContext({ id: "memos", fields, embedder: new PlatformEmbedder({ ...embedder, queue }) });

export default new PlatformApp({ contexts: [notes, memos] });
