import { Redis } from "ioredis";
import { createRateLimit, type RateLimit } from "../auth/rate-limits.ts";

export interface AgentRuns {
  /** Counts a run; false when the agent has had its runs of this minute. */
  take(agent: string, perMinute: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Counts the runs of agents: in this process, or for all processes in Redis. */
export function createAgentRuns(redisUrl: string | undefined): AgentRuns {
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1, commandTimeout: 500 }) : undefined;
  // While it does not answer, each process counts for itself.
  redis?.on("error", () => undefined);
  // Agents have limits of their own, and a limit may change: one counter for each.
  const limits = new Map<string, RateLimit>();
  return {
    take: async (agent, perMinute) => {
      const key = `${agent}:${perMinute}`;
      const limit = limits.get(key) ?? createRateLimit({ name: "agent", limit: perMinute, windowInSeconds: 60, redis });
      limits.set(key, limit);
      return !(await limit.take(key)).isExceeded;
    },
    close: async () => redis?.disconnect(),
  };
}
