import { PlatformContext } from "@platform/server";

/** Every attempt at a job that has begun: one that was killed has no end. */
export const runs = new PlatformContext({
  id: "runs",
  fields: [
    { name: "job", type: "string", required: true, index: true },
    { name: "batch", type: "string", index: true },
    { name: "process", type: "number", required: true },
    { name: "attempt", type: "number", required: true },
    { name: "started", type: "number", required: true },
    { name: "ended", type: "number" },
  ],
});

/** What a job has done, under the id of the job: doing it twice makes one. */
export const effects = new PlatformContext({
  id: "effects",
  fields: [
    { name: "external_id", type: "string", unique: true },
    { name: "batch", type: "string", index: true },
    { name: "run", type: "string" },
  ],
});
