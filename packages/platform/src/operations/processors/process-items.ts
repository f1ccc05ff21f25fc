import { permittedItems } from "../../access/permitted-items.ts";
import { requireSuperAdmin } from "../../access/resource-permissions.ts";
import { contextJobName, ownAddOptions } from "../../definitions/job.ts";
import type { ProcessorDefinition } from "../../definitions/processor.ts";
import { queueNameOf } from "../../definitions/queue.ts";
import type { Resource } from "../../definitions/resource.ts";
import { redactText } from "../../foundation/redact.ts";
import { and, type Condition } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { parseLimit } from "../../query/parse-page.ts";
import { parseSort } from "../../query/parse-sort.ts";
import { runInThread } from "../../queues/threads.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { idCondition } from "../items/find-item.ts";
import { refuse } from "../items/refuse.ts";
import { processItem } from "./process-item.ts";

export interface ProcessPayload {
  readonly message: string;
  /** What changed, as JSON, for each item that was processed at once. */
  readonly results: readonly string[];
  readonly jobs: readonly string[];
}

/** Runs every processor of the context on one item. */
export async function processOneItem(call: Call, resource: Resource, id: string): Promise<ProcessPayload> {
  const target = idCondition(id);
  const [found] = await writableItems(call, resource, target, { limit: 1 });
  if (!found) return refuse(call, resource, target);
  return processAll(call, resource, [found]);
}

export interface ProcessOptions {
  readonly limit?: number | null | undefined;
  readonly filters?: unknown;
  readonly sort?: unknown;
}

/** Runs every processor on the matching items that the caller may write; without a filter, only super admins may. */
export async function processMatchingItems(
  call: Call,
  resource: Resource,
  { limit, filters, sort }: ProcessOptions,
): Promise<ProcessPayload> {
  permittedItems(call.principal, resource, "write");
  const filter = parseFilters(resource, filters);
  if (filter.kind === "everything") requireSuperAdmin(call.principal);
  const ids = await writableItems(call, resource, filter, { limit: parseLimit(limit), sort });
  return processAll(call, resource, ids);
}

async function writableItems(
  call: Call,
  resource: Resource,
  condition: Condition,
  { limit, sort }: { readonly limit: number; readonly sort?: unknown },
): Promise<readonly string[]> {
  const writable = permittedItems(call.principal, resource, "write");
  const items = await readItems(call.database, resource, {
    condition: and(condition, writable),
    sort: parseSort(resource, sort as never),
    limit,
    fields: ["id"],
  });
  return items.map((item) => String(item.id));
}

async function processAll(call: Call, resource: Resource, ids: readonly string[]): Promise<ProcessPayload> {
  const jobs: string[] = [];
  const results: string[] = [];
  for (const processor of resource.processors) {
    for (const id of ids) {
      const job = await addJob(call, resource, processor, id);
      if (job) jobs.push(job);
      else results.push(await processNow(call, resource, processor, id));
    }
  }
  const parts = [
    ...(results.length > 0 ? [`${results.length} done`] : []),
    ...(jobs.length > 0 ? [`${jobs.length} in the background`] : []),
  ];
  const items = ids.length === 1 ? "1 item" : `${ids.length} items`;
  return { message: `Processing ${items}: ${parts.join(", ") || "nothing to do"}.`, results, jobs };
}

async function addJob(
  call: Call,
  resource: Resource,
  { id: processor, config = {} }: ProcessorDefinition,
  id: string,
): Promise<string | undefined> {
  const queue = config.queue && call.queues.queue(queueNameOf(config.queue) ?? "");
  if (!queue) return undefined;
  const data = { context: resource.id, item: id, event: "update" };
  const job = await queue.queue.add(contextJobName(resource.id, processor), data, ownAddOptions(config));
  return job.id;
}

/** A failure of one is told in its result: the others are processed all the same. */
async function processNow(call: Call, resource: Resource, processor: ProcessorDefinition, id: string): Promise<string> {
  const timeoutInSeconds = processor.config?.timeoutInSeconds ?? 180;
  try {
    const changed = await processItem(call, resource, processor, {
      id,
      isFollowed: false,
      services: call.services,
      timeoutInSeconds,
      log: async () => undefined,
      inThread: (module, input, options) =>
        runInThread(module, input, AbortSignal.timeout(timeoutInSeconds * 1000), options),
    });
    return JSON.stringify({ processor: processor.id, item: id, changed: changed ?? [] });
  } catch (error) {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    return JSON.stringify({ processor: processor.id, item: id, error: reason });
  }
}
