import { type ItemEventData, PlatformApp, PlatformContext, PlatformJob, PlatformQueues } from "@platform/server";
import { recordedRun, type Work } from "./recorded-run.ts";
import { effects, runs } from "./records.ts";

const many = 10_000;
const intake = PlatformQueues.register("intake", { worker: 4, queue: 20 }, many);

/** Each makes one job. */
const orders = new PlatformContext({
  id: "orders",
  fields: [{ name: "title", type: "text", required: true }],
});

const confirmOrder = new PlatformJob<ItemEventData>({
  id: "confirm_order",
  queue: intake,
  trigger: { context: "orders", on: ["create"] },
  async execute({ data, items }) {
    await items(effects).upsert({ external_id: data.item, batch: "orders" });
  },
});

/** Each makes many jobs, on one of the queues below. */
const batches = new PlatformContext({
  id: "batches",
  fields: [
    { name: "queue", type: "string", required: true },
    { name: "size", type: "number", required: true },
    { name: "work", type: "json", required: true },
  ],
});

const workQueues = [
  PlatformQueues.register("wide", { worker: 50, queue: 100 }, many),
  PlatformQueues.register("narrow", { worker: 4, queue: 3 }, many),
  PlatformQueues.register("paced", { worker: 4, queue: 100 }, 5),
];
const works = workQueues.map(
  (queue) => new PlatformJob<Work>({ id: `work_${queue.name}`, queue, execute: recordedRun }),
);

const expandBatch = new PlatformJob<ItemEventData>({
  id: "expand_batch",
  queue: intake,
  trigger: { context: "batches", on: ["create"] },
  async execute({ data, items, transaction }) {
    const batch = await items(batches).find(data.item);
    const { queue } = (batch && PlatformQueues.queue(batch.queue)) ?? {};
    if (!batch || !queue) throw new Error("There is no such batch, or no such queue.");
    const jobs = Array.from({ length: batch.size }, (_, number) => ({
      name: `work_${queue.name}`,
      data: { ...(batch.work as object), batch: batch.id },
      options: { jobId: `${batch.id}-${number}` },
    }));
    await transaction(() => queue.addBulk(jobs));
  },
});

export default new PlatformApp({
  contexts: [orders, batches, runs, effects],
  jobs: [confirmOrder, expandBatch, ...works],
});
