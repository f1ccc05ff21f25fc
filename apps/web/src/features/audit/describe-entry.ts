import type { AuditEntry } from "./queries.ts";

const verbs: Readonly<Record<string, string>> = {
  create: "created",
  upsert: "created or changed",
  copy: "copied",
  update: "changed",
  remove: "deleted",
  revoke: "revoked",
  process: "processed",
  generateChunks: "made chunks of",
  deleteChunks: "deleted chunks of",
  execute: "ran",
  run: "ran",
  pause: "paused",
  resume: "resumed",
  drain: "drained",
  retry: "retried a job of",
};

export function verbOf({ action }: AuditEntry): string {
  return verbs[action] ?? action;
}

const things: Readonly<Record<string, string>> = {
  users: "a user",
  roles: "a role",
  apiKeys: "an API key",
  variables: "a variable",
  projects: "a project",
  prompt_library: "a prompt",
  prompt_favorites: "a favourite prompt",
  agents: "an agent",
  agent_sessions: "a conversation",
  agent_messages: "a message",
  test_cases: "a test case",
  eval_sets: "an evaluation set",
  eval_runs: "an evaluation run",
  workflow_templates: "a workflow",
  statistics: "a counter",
};

/** What kind of thing: contexts go by their own names. */
export function thingOf({ resource }: AuditEntry, contexts: readonly { id: string; name: string }[]): string {
  const context = contexts.find(({ id }) => id === resource);
  if (context) return `an item of ${context.name}`;
  const [kind, name] = resource.split("/", 2);
  if (kind === "queues" && name) return `the queue ${name}`;
  const owner = contexts.find(({ id }) => id === kind);
  return owner && name ? `the source ${name} of ${owner.name}` : (things[resource] ?? resource);
}

const actors: Readonly<Record<string, string>> = {
  internal: "A service",
  development: "The development key",
  program: "The platform",
  setUp: "The set-up",
  environment: "The environment",
  openId: "Sign-in with an organisation",
};

/** Who did it, when it was nobody with an account. */
export function actorName({ actor }: AuditEntry): string {
  return actors[actor] ?? "Somebody";
}
