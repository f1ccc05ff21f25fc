import { startPostgres } from "./start-postgres.ts";
import { startRedis } from "./start-redis.ts";

export interface ServicesOptions {
  /** Whether PostgreSQL keeps committed data through a power cut, as in production. Default false, which is faster. */
  readonly durable?: boolean;
  /** Whether Redis is wanted. Default true. */
  readonly redis?: boolean;
}

export interface Services {
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** One sentence for each wanted service that could not be had. */
  readonly unavailable: readonly string[];
  /** Ends what was started here and removes its data. */
  stop(): Promise<void>;
}

/** Gives PostgreSQL with pgvector and Redis: those named by the environment, else private ones on this machine. */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL, CI } = process.env;
  const isRedisWanted = options.redis ?? true;
  const postgres = await findService("PostgreSQL", TEST_DATABASE_URL, () =>
    startPostgres({ durable: options.durable ?? false }),
  );
  const redis = isRedisWanted ? await findService("Redis", TEST_REDIS_URL, startRedis) : notWanted;

  const found = [postgres, redis];
  const unavailable = found.flatMap((service) => service.fault ?? []);
  const stop = async () => {
    await Promise.all(found.map((service) => service.stop?.()));
  };

  if (CI === "true" && unavailable.length > 0) {
    await stop();
    throw new Error(`CI always runs the suites that need real servers. ${unavailable.join(" ")}`);
  }
  return {
    ...(postgres.url !== undefined && { databaseUrl: postgres.url }),
    ...(redis.url !== undefined && { redisUrl: redis.url }),
    unavailable,
    stop,
  };
}

interface StartedService {
  readonly url: string;
  stop(): Promise<void>;
}

interface FoundService extends Partial<StartedService> {
  readonly fault?: string;
}

const notWanted: FoundService = {};

async function findService(
  name: string,
  givenUrl: string | undefined,
  start: () => Promise<StartedService>,
): Promise<FoundService> {
  if (givenUrl) return { url: givenUrl };
  try {
    return await start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `${name} is not available: ${reason}.` };
  }
}
