import { performance } from "node:perf_hooks";
import type { QueueCandidate } from "./queue-candidate.ts";

export interface QueueRates {
  /** Jobs per second, with 16 calls under way. */
  readonly add: number;
  /** Jobs per second, in batches of 100. */
  readonly bulk: number;
  /** Jobs per second, 16 at a time. */
  readonly process: number;
}

const underWay = 16;
const batch = 100;

/** Adds `count` jobs one by one, and again in batches, and runs them all. */
export async function measureCandidate(candidate: QueueCandidate, count: number): Promise<QueueRates> {
  const rate = async (jobs: number, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return (jobs / (performance.now() - began)) * 1000;
  };
  await candidate.empty();
  let next = 0;
  const adder = async () => {
    while (next < count) await candidate.add(next++);
  };
  const add = await rate(count, () => Promise.all(Array.from({ length: underWay }, adder)));
  const bulk = await rate(count, async () => {
    for (let from = count; from < 2 * count; from += batch) await candidate.addBulk(from, batch);
  });
  const process = await rate(2 * count, () => candidate.process(2 * count));
  return { add, bulk, process };
}
