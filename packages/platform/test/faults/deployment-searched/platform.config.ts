import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddingModel, PlatformApp, PlatformContext, PlatformEmbedder, PlatformQueues } from "@platform/server";

/** Slow enough to be cut off in the middle; each text has its own vector, so that a mixture can be told. */
const slowModel = (id: string, milliseconds: number): EmbeddingModel => ({
  id,
  dimensions: 8,
  embed: async (texts) => {
    await wait(milliseconds);
    return texts.map((text) => {
      const vector = Float32Array.from({ length: 8 }, (_, index) => text.charCodeAt(index % text.length) % 17);
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    });
  },
});

/** Set: the deployment moves from its first model to a second one, whose work is written down in this file. */
const moving = process.env.MOVING_FILE;
const first = slowModel("first", 20);
const second = slowModel("second", 300);
const recorded: EmbeddingModel = {
  ...second,
  embed: async (texts, options) => {
    const vectors = await second.embed(texts, options);
    if (moving) await appendFile(moving, `${texts.length}\n`);
    return vectors;
  },
};
const models = moving ? { model: recorded, previousModel: first } : { model: first };
const embedder = {
  id: "lines",
  name: "Lines",
  ...models,
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
