import { appendFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { type EmbeddingModel, PlatformApp, PlatformContext, PlatformEmbedder, PlatformQueues } from "@platform/server";

const imports = PlatformQueues.register("imports", { worker: 2, queue: 4 }, 1000);

/** Of no use for searching, and fast; writes down how many texts it was given. */
const countingModel: EmbeddingModel = {
  id: "counting",
  dimensions: 4,
  embed: async (texts) => {
    if (process.env.EMBEDDED_FILE) await appendFile(process.env.EMBEDDED_FILE, `${texts.length}\n`);
    return texts.map(({ length }) => Float32Array.of(1, length % 7, length % 11, length % 13));
  },
};

/** What a source brings, any number of it. */
const records = new PlatformContext({
  id: "records",
  fields: [
    { name: "batch", type: "string", required: true, index: true },
    { name: "title", type: "text", required: true },
    { name: "external_id", type: "string", unique: true },
  ],
  embedder: new PlatformEmbedder({ id: "counting", name: "Counting", model: countingModel }),
  sources: [
    {
      id: "many",
      config: {
        queue: imports,
        timeoutInSeconds: 1800,
        params: [
          { name: "batch", type: "string", required: true },
          { name: "count", type: "number", required: true },
          { name: "pause", type: "number", default: 0 },
        ],
      },
      async *execute({ inputs, signal }) {
        const { batch, count, pause } = inputs as { batch: string; count: number; pause: number };
        for (let number = 0; number < count; number++) {
          if (pause > 0 && number % 100 === 0) await wait(pause, undefined, { signal });
          yield { external_id: `${batch}-${number}`, batch, title: `A short text, number ${number}` };
        }
      },
    },
  ],
});

export default new PlatformApp({ contexts: [records] });
