import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { newFolder } from "./platform-process.ts";
import { hasRedis, PrivateRedis } from "./private-redis.ts";
import { isSoak } from "./soak-rounds.ts";

/** Somewhere to keep jobs that belongs to one test. */
export interface Keep {
  /** What its processes are started with. */
  readonly environment: Readonly<Record<string, string>>;
  discard(): Promise<void>;
}

export interface Backend {
  readonly name: "the embedded database" | "PostgreSQL" | "Redis";
  /** Whether several processes can share it. */
  readonly isShared: boolean;
  readonly isMissing: boolean;
  open(): Promise<Keep>;
}

const embedded: Backend = {
  name: "the embedded database",
  isShared: false,
  isMissing: false,
  open: async () => ({
    environment: { PLATFORM_DATA_DIR: await newFolder() },
    discard: async () => undefined,
  }),
};

const postgres: Backend = {
  name: "PostgreSQL",
  isShared: true,
  isMissing: postgresUrl === undefined,
  open: async () => {
    const { url, drop } = await createPostgresDatabase();
    return { environment: { DATABASE_URL: url }, discard: drop };
  },
};

const redis: Backend = {
  name: "Redis",
  isShared: true,
  isMissing: postgresUrl === undefined || !hasRedis,
  open: async () => {
    const server = await PrivateRedis.start();
    const { url, drop } = await createPostgresDatabase();
    return {
      environment: { DATABASE_URL: url, REDIS_URL: server.url },
      discard: async () => {
        await server.discard();
        await drop();
      },
    };
  },
};

/** For commands, which do the same on every database: each would start an embedded one anew, at three times the price. */
export const quickestBackend: Backend = postgres.isMissing ? embedded : postgres;

export const sharedBackends: readonly Backend[] = [postgres, redis];
export const allBackends: readonly Backend[] = [embedded, ...sharedBackends];
/** For what takes long: the embedded database, which starts slowest, in the long form only. */
export const testedBackends: readonly Backend[] = isSoak ? allBackends : sharedBackends;
