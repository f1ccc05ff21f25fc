import { requirePermission } from "../../access/resource-permissions.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { dailySums } from "../../storage/statistics/daily-sums.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";

/** What is told of a day, and the type of the counters that say it. */
const activityTypes = {
  requests: "request",
  searches: "search",
  jobs: "job",
  agentRuns: "agent_run",
  toolCalls: "tool_call",
  tokens: "tokens",
} as const;

type ActivityName = keyof typeof activityTypes;
export type ActivityDay = { readonly day: string } & Readonly<Record<ActivityName, number>>;

const mostDays = 90;
const usualDays = 14;

/** What happened on each of the last days, the oldest first; days are those of UTC. For whoever may read statistics. */
export async function dailyActivity(call: Call, asked: number | null | undefined): Promise<readonly ActivityDay[]> {
  requirePermission(call.principal, coreResource(call, "statistics"), "read");
  const days = asked ?? usualDays;
  if (days < 1 || days > mostDays) throw new BadInputError(`"days" must be from 1 to ${mostDays}.`);
  const sums = await dailySums(call.database, { days, types: Object.values(activityTypes) });
  const counts = new Map(sums.map(({ day, type, count }) => [`${day} ${type}`, Number(count)]));
  return lastDays(days).map((day) => {
    const entries = Object.entries(activityTypes).map(([name, type]) => [name, counts.get(`${day} ${type}`) ?? 0]);
    return { day: `${day}T00:00:00.000Z`, ...(Object.fromEntries(entries) as Record<ActivityName, number>) };
  });
}

function lastDays(count: number): readonly string[] {
  const today = Math.floor(Date.now() / dayInMilliseconds);
  return Array.from({ length: count }, (_, index) =>
    new Date((today - count + 1 + index) * dayInMilliseconds).toISOString().slice(0, 10),
  );
}

const dayInMilliseconds = 24 * 60 * 60 * 1000;
