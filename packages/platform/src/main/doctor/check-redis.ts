import type { Redis } from "ioredis";
import { checkClock } from "./check-clock.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

/** The connection is there to be used when no finding is a fault of `redis`. */
export async function checkRedis(redis: Redis, url: string): Promise<readonly Finding[]> {
  const { host } = new URL(url);
  try {
    await redis.connect();
    const facts = parseInfo(await redis.info());
    return [
      versionFinding(host, facts.get("redis_version") ?? ""),
      ...evictionFindings(facts.get("maxmemory_policy")),
      await checkClock("Redis", async () => {
        const [seconds, microseconds] = await redis.time();
        return Number(seconds) * 1000 + Number(microseconds) / 1000;
      }),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = "start the server, or correct REDIS_URL; without it jobs are kept in the database";
    return [fault("redis", `Redis at ${host} can't be used: ${reason}`, remedy)];
  }
}

function versionFinding(host: string, version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 6 || (major === 6 && minor >= 2)) return ok("redis", `Redis ${version} at ${host}`);
  return fault("redis", `Redis ${version} at ${host} is too old`, "use Redis 6.2 or newer");
}

function evictionFindings(policy: string | undefined): readonly Finding[] {
  if (policy === undefined || policy === "noeviction") return [];
  const remedy = "redis-cli config set maxmemory-policy noeviction, and the same in redis.conf";
  return [warning("redis", `Redis throws jobs away when its memory is full (maxmemory-policy ${policy})`, remedy)];
}

function parseInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [name, value] = line.split(":", 2);
      return name !== undefined && value !== undefined ? [[name, value] as const] : [];
    }),
  );
}
