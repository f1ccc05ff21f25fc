import { type PgQueryable, runMigrations } from "bullmq";
import type { Database } from "../storage/database.ts";
import { foreign, sql } from "../storage/sql.ts";
import { dueJobsLast } from "./due-jobs.ts";
import { parameterValues } from "./parameter-values.ts";
import { queueFunctions } from "./queue-functions.ts";
import { returnedJobsFirst } from "./returned-jobs.ts";

/** The schema that holds the jobs, apart from the deployment's own tables. */
export const queueSchema = "platform_queues";

const lockKey = 5_208_113_702;
const transactionWords = /^(begin|commit|rollback)$/i;

/** Brings the tables and functions of the queue library up to date: all or nothing, and by one process at a time. */
export async function migrateQueues(database: Database): Promise<void> {
  await database.transaction(async () => {
    await database.run("set local statement_timeout to 0");
    await database.query(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
    await runMigrations(migrationSession(database), queueSchema);
    await database.run(queueFunctions(queueSchema));
    await database.run(dueJobsLast(queueSchema));
    await database.run(returnedJobsFirst(queueSchema));
  });
}

function migrationSession(database: Database): PgQueryable {
  return {
    query: async <Result>(text: string, parameters: readonly unknown[] = []) => {
      // The library's own transaction words would end the transaction that all of this runs in.
      if (transactionWords.test(text)) return { rows: [] };
      if (text.includes(";")) {
        await database.run(text);
        return { rows: [] };
      }
      const rows = await database.query(foreign(text, parameterValues(parameters)));
      return { rows: [...rows] as Result[] };
    },
  };
}
