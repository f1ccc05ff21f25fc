import type { Database } from "../database.ts";

/** Runs `work`, which only reads, on the database as it is now, whatever is written meanwhile. */
export function inSnapshot<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  return database.transaction(async () => {
    // Values must look the same as text wherever they are read.
    await database.run(`
      set transaction isolation level repeatable read, read only;
      set local statement_timeout to 0;
      set local timezone to 'UTC';
      set local datestyle to 'ISO, MDY';
      set local extra_float_digits to 1;`);
    return work();
  });
}
