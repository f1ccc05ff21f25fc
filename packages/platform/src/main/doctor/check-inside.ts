import type { Redis } from "ioredis";
import type { Definitions } from "../../definitions/check-definitions.ts";
import { createSecretBox, type SecretBox } from "../../foundation/secret-box.ts";
import { unopenedRemedy } from "../../operations/identity/rotate-variables.ts";
import { inspectQueues, type QueueState } from "../../queues/inspect-queues.ts";
import { importRemedy, readImportState } from "../../storage/archive/import-state.ts";
import type { Database } from "../../storage/database.ts";
import { readSealedVariables } from "../../storage/identity/variables.ts";
import { readingOnly } from "../../storage/inspect-server.ts";
import { type Plan, wayOut } from "../../storage/tables/change.ts";
import { planChanges } from "../../storage/tables/plan-changes.ts";
import { tableModels } from "../../storage/tables/table-model.ts";
import { deploymentQueues } from "../open-queues.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

/** Whether the tables are as the definitions want them. */
export async function checkTables(
  database: Database,
  definitions: Definitions,
  config: string,
): Promise<readonly Finding[]> {
  const [state, plan] = await readingOnly(
    database,
    async () => [await readImportState(database), await planChanges(database, tableModels(definitions))] as const,
  );
  return state ? [fault("tables", "they hold a part of an archive", importRemedy)] : tableFindings(plan, config);
}

function tableFindings({ changes }: Plan, config: string): readonly Finding[] {
  const safe = changes.filter(({ kind }) => kind === "safe");
  const others = changes.filter(({ kind }) => kind !== "safe");
  if (safe.some(({ id }) => id === "create:users")) {
    return [ok("tables", `none yet: the first start makes ${safe.length} tables`)];
  }
  const waiting =
    safe.length === 0 ? [] : [warning("tables", `not in line yet: ${safe.map(({ id }) => id).join(", ")}`, safeRemedy)];
  const refused = others.map((change) =>
    fault("tables", `${change.id}: ${change.summary}`, wayOut(change, config) ?? ""),
  );
  const findings = [...waiting, ...refused];
  return findings.length > 0 ? findings : [ok("tables", "they match the definitions")];
}

const safeRemedy = "nothing: the next start makes these changes, or platform migrate apply";

/** Whether the variables can be opened. `secrets`: the current one first; none when it was not made yet. */
export async function checkSecrets(database: Database, secrets: readonly string[]): Promise<Finding> {
  const variables = await readingOnly(database, () => readSealedVariables(database));
  const [current, ...previous] = secrets;
  const boxes = current === undefined ? [] : [createSecretBox([current]), createSecretBox([current, ...previous])];
  const closedTo = (box: SecretBox | undefined) => variables.filter(({ value }) => !box || !opens(box, value));
  const lost = closedTo(boxes.at(-1));
  const outdated = closedTo(boxes[0]);
  const names = (found: typeof variables) => found.map(({ name }) => name).join(", ");
  if (lost.length > 0) {
    return fault("secrets", `no known secret opens the variables ${names(lost)}`, unopenedRemedy);
  }
  if (outdated.length > 0) {
    const message = `only SESSION_SECRET_PREVIOUS opens the variables ${names(outdated)}`;
    return warning("secrets", message, "platform variables rotate");
  }
  return ok(
    "secrets",
    variables.length === 0 ? "no variable is sealed" : `all ${variables.length} sealed variables open`,
  );
}

function opens(box: SecretBox, value: string): boolean {
  try {
    box.open(value);
    return true;
  } catch {
    return false;
  }
}

/** Whether jobs are worked on. */
export async function checkQueues(database: Database, redis: Redis | undefined): Promise<readonly Finding[]> {
  const names = [...deploymentQueues().list.keys()];
  const states = await readingOnly(database, () => inspectQueues(names, { database, redis }));
  const findings = states.flatMap((state) => queueFindings(state, database.kind));
  if (findings.length > 0) return findings;
  return [ok("queues", states.length === 0 ? "none yet" : `nothing is stuck in ${names.join(", ")}`)];
}

const longestWaitInSeconds = 600;

export function queueFindings(state: QueueState, database: Database["kind"]): readonly Finding[] {
  const { name, isPaused, counts, oldestWaitingInSeconds, workers } = state;
  const open = counts.waiting + counts.active;
  const waits = oldestWaitingInSeconds === null ? "" : `, the first for ${Math.round(oldestWaitingInSeconds)} s`;
  if (isPaused) {
    const message = `${name} is paused, and ${counts.waiting} jobs wait`;
    return [warning("queues", message, `resume it: mutation { resumeQueue(queue: ${name}) { success } }`)];
  }
  // Nobody can have an embedded database open while it is looked at.
  if (open === 0 || database === "embedded") return [];
  if (workers === 0) {
    const remedy = `start platform worker --queues ${name}, or platform start`;
    return [fault("queues", `no process works on ${name}, where ${open} jobs are to be done${waits}`, remedy)];
  }
  if ((oldestWaitingInSeconds ?? 0) < longestWaitInSeconds) return [];
  const remedy = "start another worker, or raise the queue's concurrency or ratelimit";
  return [
    warning("queues", `${workers} processes don't keep up with ${name}: ${counts.waiting} jobs wait${waits}`, remedy),
  ];
}
