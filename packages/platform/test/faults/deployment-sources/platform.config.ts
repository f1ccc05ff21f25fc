import { setTimeout as wait } from "node:timers/promises";
import { PlatformApp, PlatformContext, PlatformQueues } from "@platform/server";

const imports = PlatformQueues.register("imports", { worker: 2, queue: 4 }, 1000);

/** What a source brings, any number of it. */
const records = new PlatformContext({
  id: "records",
  fields: [
    { name: "batch", type: "string", required: true, index: true },
    { name: "title", type: "text", required: true },
    { name: "external_id", type: "string", unique: true },
  ],
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
