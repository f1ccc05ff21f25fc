import { column, created, id, index, timestamp } from "./internal-tables.ts";
import type { TableModel } from "./table-model.ts";

/** The cases of the runs of evaluations: one row for each, which goes with its run. */
export const evalCaseTable: TableModel = {
  name: "platform_eval_cases",
  columns: [
    // Made from the time: cases come in the order in which they were asked for.
    id(),
    created(),
    { ...column("run", "uuid"), isRequired: true, belongsTo: { table: "eval_runs", column: "id" } },
    { ...column("test_case", "uuid"), isRequired: true },
    // The start of the run that the case was last asked for with, and its job on the queue.
    { ...column("round", "uuid"), isRequired: true },
    { ...column("job", "text"), isRequired: true },
    // Whoever started it; nobody: a service, with every right.
    column("user_id", "uuid"),
    column("api_key_id", "uuid"),
    // The attempt that may write the result.
    column("attempt", "uuid"),
    { ...column("attempts", "integer"), isRequired: true },
    { ...column("state", "text"), isRequired: true },
    column("score", "double precision"),
    column("functions", "jsonb"),
    column("answer", "text"),
    column("tool_calls", "jsonb"),
    column("found", "jsonb"),
    column("error", "text"),
    column("seconds", "double precision"),
    column("finished_at", timestamp()),
  ],
  indexes: [
    { ...index("platform_eval_cases_unique", ["run", "test_case"]), isUnique: true },
    index("platform_eval_cases_run", ["run", "id"]),
  ],
};
