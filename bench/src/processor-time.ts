import { readFile } from "node:fs/promises";

/** The processor seconds that a process has used. Known on Linux only, in steps of 10 ms. */
export async function readProcessorTime(processId: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const status = await readFile(`/proc/${processId}/stat`, "utf8");
  // The second field is the name in parentheses, which may hold spaces; 14 and 15 are user and system ticks.
  const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

const ticksPerSecond = 100;
