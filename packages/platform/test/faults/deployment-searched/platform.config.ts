import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddingModel, PlatformApp, PlatformContext, PlatformEmbedder } from "@platform/server";

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

const notes = new PlatformContext({
  id: "notes",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext", required: true },
  ],
  embedder: new PlatformEmbedder({
    id: "lines",
    name: "Lines",
    model,
    chunk: ({ body }) => String(body).split("\n"),
  }),
});

export default new PlatformApp({ contexts: [notes] });
