import { CronExpressionParser } from "cron-parser";

/** When a cron expression, read in UTC, comes next after a moment in milliseconds since 1970; as ISO 8601. */
export function nextTime(pattern: string, after: number): string {
  const next = CronExpressionParser.parse(pattern, { tz: "UTC", currentDate: new Date(after) })
    .next()
    .toISOString();
  if (!next) throw new Error(`The cron expression "${pattern}" never comes again.`);
  return next;
}
