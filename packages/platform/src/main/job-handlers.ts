import { createAgentRuns } from "../auth/agent-runs.ts";
import type { Deployment } from "../definitions/app.ts";
import { contextJobName } from "../definitions/job.ts";
import type { ProcessorDefinition } from "../definitions/processor.ts";
import type { Resource } from "../definitions/resource.ts";
import type { SourceDefinition } from "../definitions/source.ts";
import { deployerHandlers } from "../jobs/deployer-jobs.ts";
import { evalHandler } from "../jobs/eval-job.ts";
import { indexHandler } from "../jobs/index-job.ts";
import { rebuildHandler } from "../jobs/rebuild-job.ts";
import { workflowHandler } from "../jobs/workflow-job.ts";
import type { Call } from "../operations/call.ts";
import { runCase } from "../operations/evals/run-case.ts";
import { processItem } from "../operations/processors/process-item.ts";
import { parseSourceInputs } from "../operations/sources/parse-source-inputs.ts";
import { runSource } from "../operations/sources/run-source.ts";
import { SourceTally } from "../operations/sources/source-tally.ts";
import { workOnRun } from "../operations/workflows/work-on-run.ts";
import type { JobHandler, JobHandlers } from "../queues/job-handler.ts";

/** What to do with every job of a deployment, by its name. */
export function jobHandlers(app: Deployment, call: Call): JobHandlers {
  // Runs are callers': what an agent may do in a minute holds for them as well, in each process.
  const takeAgentRun = createAgentRuns(undefined);
  const contexts = call.resources.filter((resource) => resource.kind === "context");
  return new Map([
    ...contexts.flatMap((resource) => [
      ...(resource.search ? [indexHandler(call.database, resource), rebuildHandler(call, resource)] : []),
      ...resource.sources.map((source) => sourceHandler(call, resource, source)),
      ...resource.processors.map((processor) => processorHandler(call, resource, processor)),
    ]),
    workflowHandler((run, attempt) => workOnRun({ ...call, takeAgentRun }, run, attempt)),
    evalHandler((key, attempt) => runCase(call, key, attempt)),
    ...deployerHandlers(app.jobs, call.services),
  ]);
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
