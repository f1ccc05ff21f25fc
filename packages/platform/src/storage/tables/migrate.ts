import { DatabaseUnavailableError, StartRefusedError } from "../../foundation/errors.ts";
import type { Database } from "../database.ts";
import { join, name, sql } from "../sql.ts";
import { type Change, migrateLine, type Plan, type UnusedTable, wayOut } from "./change.ts";
import { planChanges } from "./plan-changes.ts";
import { prepareDatabase } from "./prepare-database.ts";
import type { TableModel } from "./table-model.ts";

export interface MigrateOptions {
  /** The ids of changes that lose or alter data, and are wanted. */
  readonly accept?: readonly string[];
  /** The file that the deployment is declared in, for the commands that a refusal names. */
  readonly config?: string | undefined;
}

export interface Migrated {
  readonly applied: readonly string[];
  readonly unusedTables: readonly string[];
}

const lockKey = 5_208_113_701;
const headline = "The tables don't match the definitions, and nothing was changed:";

/**
 * Brings the tables in line with the definitions, in one transaction and under a lock: of two processes that start at
 * once, one migrates and the other waits, then finds nothing to do. Throws, changing nothing, when a change is not safe.
 */
export function migrate(
  database: Database,
  models: readonly TableModel[],
  options: MigrateOptions = {},
): Promise<Migrated> {
  const accepted = new Set(options.accept);
  return database.transaction(async () => {
    await database.run("set local statement_timeout to 0");
    await database.query(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
    await prepareDatabase(database);
    const plan = await planChanges(database, models);
    refuse(plan, accepted, options.config);
    const applied: string[] = [];
    for (const change of plan.changes) {
      await apply(database, change);
      applied.push(change.summary);
    }
    const isDropped = (table: UnusedTable) => accepted.has(`drop:${table.name}`);
    for (const table of plan.unusedTables.filter(isDropped)) {
      const tables = [...table.parts, table.name].map((each) => name(each));
      await database.query(sql`drop table ${join(tables, ", ")}`);
      applied.push(`drop the table ${table.name}`);
    }
    const kept = plan.unusedTables.filter((table) => !isDropped(table));
    return { applied, unusedTables: kept.map((table) => table.name) };
  });
}

function refuse(plan: Plan, accepted: ReadonlySet<string>, config: string | undefined): void {
  const waiting = plan.changes.filter((change) => isWaiting(change, accepted));
  const known = new Set([
    ...plan.changes.map((change) => change.id),
    ...plan.unusedTables.map((table) => `drop:${table.name}`),
  ]);
  const unknown = [...accepted].filter((id) => !known.has(id));
  const faults = [
    ...waiting.map((change) => `${change.id}: ${change.summary}. To resolve: ${wayOut(change, config)}`),
    ...unknown.map((id) => `${id}: there is no such change. See: ${migrateLine("plan", config)}`),
  ];
  if (faults.length === 0) return;
  throw new StartRefusedError(headline, faults);
}

async function apply(database: Database, change: Change): Promise<void> {
  try {
    for (const statement of change.statements) await database.query(statement);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError || !(error instanceof Error)) throw error;
    throw new StartRefusedError(headline, [`${change.id}: it failed (${error.message}).`]);
  }
}

function isWaiting(change: Change, accepted: ReadonlySet<string>): boolean {
  return change.kind === "blocked" || (change.kind === "accept" && !accepted.has(change.id));
}
