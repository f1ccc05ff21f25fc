import type { Json } from "../../definitions/json.ts";
import type { QueueJob } from "../../definitions/queue.ts";
import { redactSecrets, redactText } from "../../foundation/redact.ts";
import type { Call } from "../call.ts";
import { readableSubjects, type Subject } from "../items/readable-subjects.ts";

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
