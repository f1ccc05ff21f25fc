import type { ColumnModel, IndexModel, TableModel } from "./table-model.ts";

/** The tables that the platform keeps for itself. They are no resources: nothing generated reaches them. */
export const internalTables: readonly TableModel[] = [
  {
    name: "platform_api_keys",
    columns: [
      id(),
      created(),
      { ...column("key_id", "text"), isRequired: true },
      { ...column("secret_hash", "text"), isRequired: true },
      { ...column("name", "text"), isRequired: true },
      { ...column("user_id", "uuid"), isRequired: true },
      column("scopes", "jsonb"),
      column("expires_at", timestamp()),
      column("last_used_at", timestamp()),
      column("revoked_at", timestamp()),
    ],
    indexes: [
      { ...index("platform_api_keys_key_id_unique", ["key_id"]), isUnique: true },
      index("platform_api_keys_user", ["user_id"]),
    ],
  },
  {
    name: "platform_sessions",
    columns: [
      id(),
      created(),
      { ...column("user_id", "uuid"), isRequired: true },
      { ...column("expires_at", timestamp()), isRequired: true },
    ],
    indexes: [index("platform_sessions_user", ["user_id"])],
  },
  {
    name: "platform_audit_log",
    columns: [
      // Its id is made from the time: the order of ids is the order of events.
      id(),
      created(),
      { ...column("action", "text"), isRequired: true },
      { ...column("resource", "text"), isRequired: true },
      column("record_id", "uuid"),
      { ...column("actor", "text"), isRequired: true },
      column("user_id", "uuid"),
      column("api_key_id", "uuid"),
      { ...column("fields", "text[]"), isRequired: true },
    ],
    indexes: [index("platform_audit_log_record", ["record_id"])],
  },
  {
    name: "platform_outbox",
    columns: [
      // Made from the time: jobs are passed on in the order in which they were added.
      id(),
      created(),
      { ...column("queue", "text"), isRequired: true },
      { ...column("name", "text"), isRequired: true },
      { ...column("data", "jsonb"), isRequired: true },
      { ...column("options", "jsonb"), isRequired: true },
    ],
    indexes: [],
  },
  {
    name: "platform_workers",
    columns: [
      id(),
      created(),
      { ...column("queues", "text[]"), isRequired: true },
      { ...column("seen_at", timestamp()), isRequired: true },
    ],
    indexes: [],
  },
  {
    name: "platform_source_items",
    columns: [
      id(),
      created(),
      { ...column("context", "text"), isRequired: true },
      { ...column("source", "text"), isRequired: true },
      { ...column("external_id", "text"), isRequired: true },
      { ...column("run", "uuid"), isRequired: true },
    ],
    indexes: [{ ...index("platform_source_items_unique", ["context", "source", "external_id"]), isUnique: true }],
  },
  {
    name: "platform_files",
    columns: [
      id(),
      created(),
      { ...column("context", "text"), isRequired: true },
      { ...column("field", "text"), isRequired: true },
      { ...column("name", "text"), isRequired: true },
      { ...column("ending", "text"), isRequired: true },
      { ...column("type", "text"), isRequired: true },
      column("size", "bigint"),
      column("sha256", "text"),
      column("uploaded_by", "uuid"),
      // When it was last put into an item.
      column("used_at", timestamp()),
    ],
    indexes: [index("platform_files_field", ["context", "field", "id"])],
  },
  ...workflowTables(),
];

function workflowTables(): readonly TableModel[] {
  return [
    {
      name: "platform_workflow_runs",
      columns: [
        // Made from the time: the newest has the highest.
        id(),
        created(),
        { ...column("workflow", "uuid"), isRequired: true },
        // As they were when the run began: what becomes of the workflow after that is no concern of this run.
        { ...column("agent", "text"), isRequired: true },
        { ...column("steps", "jsonb"), isRequired: true },
        { ...column("variables", "jsonb"), isRequired: true },
        { ...column("status", "text"), isRequired: true },
        column("result", "jsonb"),
        column("error", "text"),
        column("queue", "text"),
        column("job", "text"),
        { ...column("is_scheduled", "boolean"), isRequired: true },
        { ...column("actor", "text"), isRequired: true },
        column("user_id", "uuid"),
        column("api_key_id", "uuid"),
        // Whoever works on it now. Nobody else can write into it.
        column("holder", "uuid"),
        column("seen_at", timestamp()),
        column("started_at", timestamp()),
        column("finished_at", timestamp()),
      ],
      indexes: [
        index("platform_workflow_runs_workflow", ["workflow", "id"]),
        index("platform_workflow_runs_status", ["status"]),
      ],
    },
    {
      name: "platform_workflow_steps",
      columns: [
        id(),
        created(),
        { ...column("run", "uuid"), isRequired: true },
        { ...column("position", "integer"), isRequired: true },
        column("name", "text"),
        { ...column("status", "text"), isRequired: true },
        column("output", "jsonb"),
        column("error", "text"),
        { ...column("attempts", "integer"), isRequired: true },
        { ...column("started_at", timestamp()), isRequired: true },
        column("finished_at", timestamp()),
      ],
      indexes: [{ ...index("platform_workflow_steps_unique", ["run", "position"]), isUnique: true }],
    },
    {
      name: "platform_workflow_schedules",
      columns: [
        // The workflow's.
        id(),
        created(),
        { ...column("pattern", "text"), isRequired: true },
        // Whose rights its runs have; empty: a service's.
        column("user_id", "uuid"),
        { ...column("next_at", timestamp()), isRequired: true },
      ],
      indexes: [],
    },
  ];
}

export function column(name: string, type: string): ColumnModel {
  return { name, type, isRequired: false, default: undefined, enumValues: undefined, renamedFrom: undefined };
}

export function id(): ColumnModel {
  return { ...column("id", "uuid"), isRequired: true };
}

export function created(): ColumnModel {
  return { ...column("createdAt", timestamp()), isRequired: true, default: { kind: "now" } };
}

export function timestamp(): string {
  return "timestamp(3) with time zone";
}

export function index(name: string, columns: readonly string[]): IndexModel {
  return { name, method: "btree", columns, isUnique: false };
}
