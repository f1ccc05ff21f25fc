import { setTimeout as wait } from "node:timers/promises";
import type { JobRun } from "@platform/server";
import { effects, runs } from "./records.ts";

export interface Work {
  /** The batch that the job belongs to. */
  readonly batch: string;
  /** How long it takes. */
  readonly milliseconds: number;
  /** How long it takes when it was begun before. Default: as long as the first time. */
  readonly again?: number;
  /** Whether its first run ends with an error. */
  readonly isFailing?: boolean;
}

/** Writes down that it began, takes its time, leaves its effect, and writes down that it ended. */
export async function recordedRun({ id, attempt, data, items, signal }: JobRun<Work>) {
  const started = Date.now();
  const isAgain = (await items(runs).count([{ job: { eq: id } }])) > 0;
  const run = await items(runs).create({ job: id, batch: data.batch, process: process.pid, attempt, started });
  await wait(isAgain ? (data.again ?? data.milliseconds) : data.milliseconds, undefined, { signal });
  if (data.isFailing && !isAgain) throw new Error("it fails the first time");
  await items(effects).upsert({ external_id: id, batch: data.batch, run: run.id });
  await items(runs).update(run.id, { ended: Date.now() });
  return { process: process.pid };
}
