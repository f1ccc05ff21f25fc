import { permittedItems } from "../../access/permitted-items.ts";
import type { Json } from "../../definitions/json.ts";
import type { QueueJob } from "../../definitions/queue.ts";
import type { Resource } from "../../definitions/resource.ts";
import { AccessControlError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { redactSecrets, redactText } from "../../foundation/redact.ts";
import { and, type Condition, nothing, oneOf } from "../../query/condition.ts";
import { parseSort } from "../../query/parse-sort.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

interface Subject {
  readonly resource: Resource;
  readonly item: string;
}

/**
 * Jobs as the caller may see them: without secrets, and of a job about an item that they may not read only that it is
 * there. An item that is gone is one that nobody but its unbound readers may read.
 */
export async function shownJobs(call: Call, jobs: readonly QueueJob[]): Promise<readonly QueueJob[]> {
  const subjects = jobs.map((job) => subjectOf(call, job.data));
  const readable = await readableSubjects(
    call,
    subjects.filter((subject) => subject !== undefined),
  );
  return jobs.map((job, index) => {
    const subject = subjects[index];
    return subject && !readable(subject) ? withoutContent(job) : withoutSecrets(job);
  });
}

/** Jobs of the platform name the item they are about. */
function subjectOf({ resources }: Call, data: Json): Subject | undefined {
  if (typeof data !== "object" || data === null || !("context" in data) || !("item" in data)) return undefined;
  const resource = resources.find((each) => each.id === data.context);
  return resource && typeof data.item === "string" ? { resource, item: data.item.toLowerCase() } : undefined;
}

async function readableSubjects(call: Call, subjects: readonly Subject[]): Promise<(subject: Subject) => boolean> {
  const readable = new Map<Resource, ReadonlySet<string> | "all">();
  for (const resource of new Set(subjects.map((subject) => subject.resource))) {
    const visible = visibleItems(call, resource);
    const ids = subjects.filter((each) => each.resource === resource && isId(each.item)).map((each) => each.item);
    readable.set(resource, visible.kind === "everything" ? "all" : await readableIds(call, resource, { visible, ids }));
  }
  return ({ resource, item }) => {
    const ids = readable.get(resource);
    return ids === "all" || (ids?.has(item) ?? false);
  };
}

function visibleItems(call: Call, resource: Resource): Condition {
  try {
    return permittedItems(call.principal, resource, "read");
  } catch (error) {
    if (error instanceof AccessControlError) return nothing;
    throw error;
  }
}

async function readableIds(
  call: Call,
  resource: Resource,
  { visible, ids }: { readonly visible: Condition; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const condition = and(oneOf("id", [...new Set(ids)]), visible);
  if (condition.kind === "nothing") return new Set();
  const sort = parseSort(resource, { field: "id" });
  const items = await readItems(call.database, resource, { condition, sort, limit: ids.length, fields: ["id"] });
  return new Set(items.map((item) => String(item.id)));
}

function withoutContent(job: QueueJob): QueueJob {
  return { ...job, data: null, returnvalue: null, progress: null, failedReason: null, stacktrace: [] };
}

function withoutSecrets(job: QueueJob): QueueJob {
  return {
    ...job,
    data: redactSecrets(job.data) as Json,
    returnvalue: redactSecrets(job.returnvalue) as Json,
    progress: redactSecrets(job.progress) as Json,
    failedReason: job.failedReason && redactText(job.failedReason),
    stacktrace: job.stacktrace.map(redactText),
  };
}
