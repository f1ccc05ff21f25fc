import { PlatformApp, PlatformJob, PlatformQueues } from "@platform/server";
import { runs } from "../deployment-queues/records.ts";

const ticks = PlatformQueues.register("ticks", { worker: 2, queue: 10 }, 100);

const tick = new PlatformJob({
  id: "tick",
  queue: ticks,
  schedule: "* * * * * *",
  async execute({ id, attempt, items }) {
    await items(runs).create({ job: id, batch: "ticks", process: process.pid, attempt, started: Date.now() });
  },
});

export default new PlatformApp({ contexts: [runs], jobs: [tick] });
