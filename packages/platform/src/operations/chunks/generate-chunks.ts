import { contextJobName, indexJobId } from "../../definitions/job.ts";
import type { QueueConfiguration } from "../../definitions/queue.ts";
import type { Resource } from "../../definitions/resource.ts";
import { inBatches } from "../../foundation/in-batches.ts";
import { indexItems } from "../../indexing/index-items.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import { readIds } from "../../storage/items/read-ids.ts";
import type { Call } from "../call.ts";
import { auditEntry } from "../items/write-options.ts";
import { type MassOptions, massCondition, massLimit } from "./mass-condition.ts";

export interface ChunksPayload {
  readonly message: string;
  /** How many items it was about. */
  readonly items: number;
  readonly jobs: readonly string[];
}

/** Makes the matching items searchable that the caller may write, those that already are once more. */
export async function generateChunks(call: Call, resource: Resource, options: MassOptions): Promise<ChunksPayload> {
  const condition = massCondition(call, resource, options);
  const limit = massLimit(options) ?? Number.POSITIVE_INFINITY;
  if (condition.kind === "nothing") return payload(0, 0);
  const ids = readIds(call.database, resource, { condition, limit });
  const queue = resource.search?.queue && call.queues.queue(resource.search.queue);
  if (queue) return addIndexJobs(call, resource, { queue, ids });
  let failed = 0;
  const indexed = await indexItems(call, resource, ids, {
    report: (error, { id }, itemId) => {
      failed += 1;
      call.report(error, `${id} ${itemId} could not be indexed`);
    },
  });
  const entry = auditEntry(call, resource, { action: "generateChunks", changed: [] });
  if (indexed + failed > 0) await writeAudit(call.database, entry, null);
  return payload(indexed, failed);
}

/** Items that one job makes searchable: few enough for its time, many enough for there not to be too many jobs. */
const itemsPerJob = 50;

async function addIndexJobs(
  call: Call,
  resource: Resource,
  { queue, ids }: { readonly queue: QueueConfiguration; readonly ids: AsyncIterable<string> },
): Promise<ChunksPayload> {
  const jobs: string[] = [];
  let items = 0;
  for await (const batch of inBatches(ids, itemsPerJob)) {
    const data = { context: resource.id, items: [...batch] };
    const job = await queue.queue.add(contextJobName(resource.id, indexJobId), data);
    jobs.push(job.id);
    items += batch.length;
  }
  if (items > 0) {
    await writeAudit(call.database, auditEntry(call, resource, { action: "generateChunks", changed: [] }), null);
  }
  const message = `The chunks of ${items} ${items === 1 ? "item" : "items"} are made in the background.`;
  return { message, items, jobs };
}

function payload(indexed: number, failed: number): ChunksPayload {
  const done = `The chunks of ${indexed} ${indexed === 1 ? "item" : "items"} are up to date.`;
  const message = failed === 0 ? done : `${done} ${failed} could not be indexed; the log says why.`;
  return { message, items: indexed, jobs: [] };
}
