import type { Redis } from "ioredis";
import { createRateLimit, type RateLimit } from "./rate-limits.ts";

/** Counts a run of an agent; false when it has had its runs of this minute. */
export type TakeAgentRun = (agent: string, perMinute: number) => Promise<boolean>;

/** Counts the runs of agents: in this process, or for all processes in Redis. */
export function createAgentRuns(redis: Redis | undefined): TakeAgentRun {
  // Agents have limits of their own, and a limit may change: one counter for each limit.
  const limits = new Map<number, RateLimit>();
  return async (agent, perMinute) => {
    const limit =
      limits.get(perMinute) ?? createRateLimit({ name: "agent", limit: perMinute, windowInSeconds: 60, redis });
    limits.set(perMinute, limit);
    return !(await limit.take(`${agent}:${perMinute}`)).isExceeded;
  };
}
