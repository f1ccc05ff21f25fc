import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { namedWork, traced } from "../../foundation/tracing.ts";
import { runningJob } from "../../queues/running-job.ts";
import type { Database, Row } from "../../storage/database.ts";
import { compile, type SqlFragment } from "../../storage/sql.ts";

export interface WatchOptions {
  readonly logger: Logger;
  /** Statements that take longer are logged; 0: none. */
  readonly slowInMilliseconds: number;
}

const attributes = { "db.system.name": "postgresql" };

/** The database with each statement as a span of the trace that it is part of, and the slow ones in the log, with who wanted them. */
export function watchedDatabase(database: Database, { logger, slowInMilliseconds }: WatchOptions): Database {
  const query = async <Result extends object = Row>(statement: SqlFragment): Promise<readonly Result[]> => {
    const began = performance.now();
    try {
      return await traced("SQL", { kind: "client", attributes, isPart: true }, (span) => {
        span?.setAttribute("db.query.text", shortened(statement));
        return database.query<Result>(statement);
      });
    } finally {
      const milliseconds = performance.now() - began;
      if (slowInMilliseconds > 0 && milliseconds >= slowInMilliseconds) {
        const { queue, name, id } = runningJob() ?? {};
        logger.warn(
          {
            milliseconds: Math.round(milliseconds),
            ...namedWork(),
            queue,
            job: name,
            jobId: id,
            sql: shortened(statement),
          },
          "a slow statement",
        );
      }
    }
  };
  return {
    kind: database.kind,
    query,
    run: (script) => database.run(script),
    transaction: (work) => database.transaction(work),
    isInTransaction: () => database.isInTransaction(),
    listen: (channel, hear) => database.listen(channel, hear),
    notify: (channel, payload) => database.notify(channel, payload),
    close: () => database.close(),
  };
}

const longest = 1000;

/** With places for its values, which are nobody's business. */
function shortened(statement: SqlFragment): string {
  const text = compile(statement).text.replace(/\s+/g, " ").trim();
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
