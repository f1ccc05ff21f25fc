import type { Deployment } from "../definitions/app.ts";
import { contextJobName, indexJobId, type JobAttempt } from "../definitions/job.ts";
import type { ProcessorDefinition } from "../definitions/processor.ts";
import type { Resource } from "../definitions/resource.ts";
import type { SourceDefinition } from "../definitions/source.ts";
import { indexItem } from "../indexing/index-item.ts";
import { indexItems } from "../indexing/index-items.ts";
import { deployerHandlers } from "../jobs/deployer-jobs.ts";
import type { Call } from "../operations/call.ts";
import { processItem } from "../operations/processors/process-item.ts";
import { parseSourceInputs } from "../operations/sources/parse-source-inputs.ts";
import { runSource } from "../operations/sources/run-source.ts";
import { SourceTally } from "../operations/sources/source-tally.ts";
import type { JobHandler, JobHandlers } from "../queues/job-handler.ts";

/** What to do with every job of a deployment, by its name. */
export function jobHandlers(app: Deployment, call: Call): JobHandlers {
  const contexts = call.resources.filter((resource) => resource.kind === "context");
  return new Map([
    ...contexts.flatMap((resource) => [
      ...(resource.search ? [indexHandler(call, resource)] : []),
      ...resource.sources.map((source) => sourceHandler(call, resource, source)),
      ...resource.processors.map((processor) => processorHandler(call, resource, processor)),
    ]),
    ...deployerHandlers(app.jobs, call.services),
  ]);
}

/** Makes items searchable: one that was changed, or those that someone has asked for. */
function indexHandler(call: Call, resource: Resource): [string, JobHandler] {
  const handler: JobHandler = {
    run: async ({ data, signal, progress }) => {
      const indexing = { database: call.database, signal };
      const item = memberOf(data, "item");
      if (typeof item === "string") return { outcome: await indexItem(indexing, resource, item) };
      const items = memberOf(data, "items");
      const ids = Array.isArray(items) ? items.map(String) : [];
      const failures: string[] = [];
      const indexed = await indexItems(indexing, resource, withProgress(ids, progress), {
        report: (error, _resource, id) => failures.push(`${id}: ${error instanceof Error ? error.message : error}`),
      });
      // Tried again: what is up to date by then costs next to nothing.
      if (failures.length > 0) throw new Error(`${failures.length} items could not be indexed. ${failures[0]}`);
      return { indexed };
    },
  };
  return [contextJobName(resource.id, indexJobId), handler];
}

async function* withProgress(ids: readonly string[], progress: JobAttempt["progress"]): AsyncGenerator<string> {
  for (const [index, id] of ids.entries()) {
    yield id;
    await progress(Math.round((100 * (index + 1)) / ids.length));
  }
}

function sourceHandler(call: Call, resource: Resource, source: SourceDefinition): [string, JobHandler] {
  const handler: JobHandler = {
    timeoutInSeconds: source.config?.timeoutInSeconds,
    run: async ({ data, signal, log, progress }) => {
      const inputs = parseSourceInputs(source, memberOf(data, "inputs") ?? {});
      const tally = new SourceTally();
      await runSource(call, resource, source, { inputs, services: call.services, tally, signal, log, progress });
      return tally.counts();
    },
  };
  return [contextJobName(resource.id, source.id), handler];
}

function processorHandler(call: Call, resource: Resource, processor: ProcessorDefinition): [string, JobHandler] {
  const handler: JobHandler = {
    timeoutInSeconds: processor.config?.timeoutInSeconds,
    run: async ({ data, signal, log, inThread }) => {
      const id = String(memberOf(data, "item"));
      const changed = await processItem(call, resource, processor, {
        id,
        isFollowed: true,
        services: call.services,
        signal,
        log,
        inThread,
      });
      return changed ? { changed } : { changed: [], note: "the item is gone" };
    },
  };
  return [contextJobName(resource.id, processor.id), handler];
}

function memberOf(data: unknown, name: string): unknown {
  return typeof data === "object" && data !== null ? Reflect.get(data, name) : undefined;
}
