import { DEFAULT_SCHEMA } from "bullmq";
import type { Database } from "../storage/database.ts";
import { sql } from "../storage/sql.ts";
import { queueSchema } from "./queue-schema.ts";

/** Turns a statement of the queue library's into the one that we run. */
export type QueueStatements = (text: string) => string;

interface SchemaObject {
  readonly kind: "function" | "table" | "type";
  readonly name: string;
}

/**
 * The library writes its statements without a schema, and expects a connection whose search path is its own. Ours are
 * shared with everything else, where a context may well be called `event` or `job`: so each name is given its schema.
 */
export async function readQueueStatements(database: Database): Promise<QueueStatements> {
  const objects = await database.query<SchemaObject>(sql`
    select 'function' as kind, proname::text as name from pg_proc where pronamespace = ${queueSchema}::regnamespace
    union select 'table', relname::text from pg_class
      where relnamespace = ${queueSchema}::regnamespace and relkind = 'r'
    union select 'type', typname::text from pg_type where typnamespace = ${queueSchema}::regnamespace and typtype = 'e'`);
  const pattern = (kind: SchemaObject["kind"]) =>
    objects
      .filter((each) => each.kind === kind)
      .map((each) => each.name)
      .join("|");
  const functions = new RegExp(`(?<![.\\w])(${pattern("function")})(?=\\s*\\()`, "g");
  const tables = new RegExp(`\\b(from|join|into|update)(\\s+)(${pattern("table")})\\b(?!\\s*\\.)`, "gi");
  const types = new RegExp(`::(${pattern("type")})\\b`, "g");

  const known = new Map<string, string>();
  return (text) => {
    const ready = known.get(text);
    if (ready !== undefined) return ready;
    const statement = levelled(text)
      .replace(`"${DEFAULT_SCHEMA}".`, `${queueSchema}.`)
      .replace(tables, `$1$2${queueSchema}.$3`)
      .replace(functions, `${queueSchema}.$1`)
      .replace(types, `::${queueSchema}.$1`);
    known.set(text, statement);
    return statement;
  };
}

const waitingProbe = /\)\s+AS present;\s*$/;
const pausedMark = "(SELECT value FROM meta WHERE queue = $1 AND field = 'paused') AS paused";

/** Takes out of single statements what would make the database differ from Redis. */
function levelled(text: string): string {
  // The library would count the waiting jobs of a paused queue apart here, and there not.
  if (text.includes(pausedMark)) return text.replace(pausedMark, "NULL::text AS paused");
  const isWaitingProbe = text.includes("AND NOT EXISTS") && waitingProbe.test(text);
  if (!isWaitingProbe) return text;
  // Before it sleeps, the library asks whether a job waits, and forgets the limit across workers: at that limit it would
  // ask some 2,000 times a second. Whoever finishes a job takes the next one, so there is nothing to stay awake for.
  return text.replace(
    waitingProbe,
    `) AND COALESCE(
      (SELECT value::integer FROM meta WHERE queue = $1 AND field = 'concurrency')
        > (SELECT count(*) FROM job WHERE queue = $1 AND state = 'active'), true) AS present;`,
  );
}
