import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { inject } from "vitest";
import type { QueueHandle } from "../../src/definitions/queue.ts";
import type { Database } from "../../src/storage/database.ts";
import { compile, type SqlValue } from "../../src/storage/sql.ts";
import type { QueueLab } from "./queue-engines.ts";

export interface QueueTraffic {
  /** To be used by the process whose statements are to be counted. */
  readonly database: Database;
  /** How many statements, and commands of Redis, name each queue in a second, as a mean over some time. */
  perSecond(queues: readonly QueueHandle[], milliseconds: number): Promise<number[]>;
}

/** Counts what a process asks of its database and of Redis. */
export async function countQueueTraffic(lab: QueueLab): Promise<QueueTraffic> {
  const asked: Asked[] = [];
  return {
    database: recorded(await lab.connect(), asked),
    perSecond: async (queues, milliseconds) => {
      asked.length = 0;
      const stop = lab.kind === "redis" ? await recordRedis(asked) : () => undefined;
      await wait(milliseconds);
      stop();
      return queues.map(({ name }) => asked.filter((each) => isAbout(each, name)).length / (milliseconds / 1000));
    },
  };
}

/** The values of a statement, or a command. */
type Asked = readonly SqlValue[];

function isAbout(asked: Asked, queue: string): boolean {
  return asked.some((value) => value === queue || (typeof value === "string" && value.includes(`:${queue}:`)));
}

function recorded(database: Database, asked: Asked[]): Database {
  return {
    kind: database.kind,
    query: (statement) => {
      asked.push(compile(statement).values);
      return database.query(statement);
    },
    run: (script) => database.run(script),
    transaction: (work) => database.transaction(work),
    isInTransaction: () => database.isInTransaction(),
    listen: (channel, hear) => database.listen(channel, hear),
    notify: (channel, payload) => database.notify(channel, payload),
    close: () => database.close(),
  };
}

async function recordRedis(asked: Asked[]): Promise<() => void> {
  const redis = new Redis(inject("redisUrl") ?? "");
  const monitor = await redis.monitor();
  monitor.on("monitor", (_time: string, command: readonly string[], source: string) => {
    // What a script does is part of the command that runs it.
    if (source !== "lua") asked.push([command.join(" ")]);
  });
  return () => {
    monitor.disconnect();
    redis.disconnect();
  };
}
