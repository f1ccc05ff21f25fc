import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "./server-process.ts";

/** The part of V8's .cpuprofile format that is used here; times are in microseconds. */
interface CpuProfile {
  readonly startTime: number;
  readonly endTime: number;
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

interface ProfiledFunction {
  readonly name: string;
  /** Of the time in which the process was not idle, from 0 to 1. */
  readonly share: number;
}

export interface ProfileSummary {
  /** Of the whole time, from 0 to 1. */
  readonly idleShare: number;
  /** The largest first. */
  readonly functions: readonly ProfiledFunction[];
}

/** Where the main thread spent its own time in the last seconds of the profile in this folder. */
export async function readProfile(folder: string, lastSeconds: number): Promise<ProfileSummary> {
  // Named CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile; the main thread is thread 0.
  const file = (await readdir(folder)).find((name) => /\.0\.\d+\.cpuprofile$/.test(name));
  if (!file) throw new Error(`There is no profile of the main thread in ${folder}`);
  const profile: CpuProfile = JSON.parse(await readFile(join(folder, file), "utf8"));

  const times = selfTimes(profile, profile.endTime - lastSeconds * 1e6);
  const total = sum(times.values());
  const idle = times.get(idleName) ?? 0;
  times.delete(idleName);
  const functions = [...times]
    .map(([name, time]) => ({ name, share: time / (total - idle) }))
    .sort((one, other) => other.share - one.share);
  return { idleShare: idle / total, functions };
}

const idleName = "(idle)";

function selfTimes(profile: CpuProfile, from: number): Map<string, number> {
  const names = new Map(profile.nodes.map((node) => [node.id, functionName(node)]));
  const times = new Map<string, number>();
  let now = profile.startTime;
  for (const [index, sample] of profile.samples.entries()) {
    now += profile.timeDeltas[index] ?? 0;
    // A sample lasts until the next one.
    const duration = profile.timeDeltas[index + 1] ?? 0;
    const name = names.get(sample) ?? "(unknown)";
    if (now >= from) times.set(name, (times.get(name) ?? 0) + duration);
  }
  return times;
}

function functionName({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || "(anonymous)";
  if (!url) return name;
  const place = url.replace(`file://${repository}/`, "").replace(/^.*node_modules\//, "");
  return `${name} ${place}:${lineNumber + 1}`;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
