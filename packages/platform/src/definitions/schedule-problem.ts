import { CronExpressionParser } from "cron-parser";
import type { JobSchedule } from "./queue.ts";

/** What is wrong with a schedule, if anything. */
export function scheduleProblem({ pattern, tz }: JobSchedule): string | undefined {
  if (tz !== undefined && !isTimeZone(tz)) return `"${tz}" is no time zone; one is Europe/Berlin.`;
  const fields = typeof pattern === "string" ? pattern.trim().split(/\s+/).length : 0;
  if (fields !== 5 && fields !== 6)
    return `"${pattern}" is no cron expression: it has five fields, or six with seconds.`;
  // The parser would draw a number for it, another one each time.
  if (/\bH\b/.test(pattern)) return `"${pattern}" is no cron expression: H stands for no time.`;
  try {
    CronExpressionParser.parse(pattern, { tz: tz ?? "UTC" }).next();
    return undefined;
  } catch (error) {
    return `"${pattern}" is no cron expression: ${error instanceof Error ? error.message : error}`;
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
