import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const ticksPerSecond = 100;

/** What a process uses of one core in some time, in percent. How busy the machine is makes no difference to it. */
export async function cpuShare(pid: number, seconds: number): Promise<number> {
  const before = await cpuTicks(pid);
  await wait(seconds * 1000);
  const used = (await cpuTicks(pid)) - before;
  return (used / ticksPerSecond / seconds) * 100;
}

async function cpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name before may have spaces and parentheses in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return Number(user) + Number(system);
}
