import { execFileSync } from "node:child_process";
import type { PlatformProcess } from "./platform-process.ts";

/** What a process holds of memory, in MB. */
export function memoryOf(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}

/** The most that a process holds until it ends. */
export async function mostMemoryOf({ pid, ended }: PlatformProcess): Promise<number> {
  let most = 0;
  const look = () => {
    try {
      most = Math.max(most, memoryOf(pid));
    } catch {
      // It has just ended.
    }
  };
  const timer = setInterval(look, 500);
  await ended;
  clearInterval(timer);
  return most;
}
