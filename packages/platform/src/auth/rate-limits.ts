import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";

/** Where a caller stands in the current window. */
interface RateLimitState {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the window ends. */
  readonly resetInSeconds: number;
}

/** Counts in fixed windows, exactly: in this process, or for all processes in Redis. */
export interface RateLimit {
  take(key: string): Promise<RateLimitState>;
  /** Takes back one that was counted, as after a success: it says nothing about the others. */
  giveBack(key: string): Promise<void>;
}

export interface RateLimitOptions {
  readonly name: string;
  readonly limit: number;
  readonly windowInSeconds: number;
  /** Absent: each process counts for itself. */
  readonly redis?: Redis | undefined;
}

export function createRateLimit({ name, limit, windowInSeconds, redis }: RateLimitOptions): RateLimit {
  const settings = { points: limit, duration: windowInSeconds, keyPrefix: `platform:${name}` };
  const inMemory = new RateLimiterMemory(settings);
  // While Redis does not answer, each process counts for itself: better than refusing everyone, or no one.
  const limiter = redis
    ? new RateLimiterRedis({ ...settings, storeClient: redis, insuranceLimiter: inMemory, rejectIfRedisNotReady: true })
    : inMemory;
  return {
    async take(key) {
      try {
        return stateOf(await limiter.consume(key), limit, false);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return stateOf(refused, limit, true);
        throw refused;
      }
    },
    giveBack: async (key) => void (await limiter.reward(key)),
  };
}

function stateOf(result: RateLimiterRes, limit: number, isExceeded: boolean): RateLimitState {
  return {
    isExceeded,
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetInSeconds: Math.ceil(result.msBeforeNext / 1000),
  };
}
