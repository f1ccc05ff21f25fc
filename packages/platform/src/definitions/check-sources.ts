import { backoffProblem } from "./backoff-problem.ts";
import type { PlatformContext } from "./context.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { identifierProblem } from "./identifier-problem.ts";
import { indexJobId, rebuildJobId } from "./job.ts";
import { parameterProblem } from "./parameter-problem.ts";
import { processorTriggers } from "./processor.ts";
import { type QueueReference, queueNameOf } from "./queue.ts";
import { scheduleProblem } from "./schedule-problem.ts";
import type { SourceConfig, SourceParameter } from "./source.ts";
import { timeoutProblem } from "./timeout-problem.ts";
import { unknownOptions } from "./unknown-options.ts";

const partOptions = ["id", "name", "description", "config", "execute"];
const runOptions = ["queue", "retries", "backoff", "timeoutInSeconds"];
const sourceOptions = [...runOptions, "schedule", "timezone", "params", "onMissing"];
const processorOptions = [...runOptions, "trigger", "generateEmbeddings"];
const parameterTypes = ["string", "number", "boolean", "json"];

/** Every fault of a context's sources and processors. */
export function sourceFaults(context: PlatformContext, queues: readonly string[]): string[] {
  const faults: string[] = [];
  const ids = [...context.sources, ...context.processors].map((part) => part.id);
  for (const { faults: ownFaults = [], ...source } of context.sources) {
    const label = `source "${source.id}"`;
    const config = source.config ?? {};
    faults.push(
      ...labelled(label, [
        ...partFaults(source, ids),
        ...unknownOptions("a source", source, partOptions),
        ...ownFaults,
        ...unknownOptions("config of a source", config, sourceOptions),
        ...runFaults(config, queues),
        ...scheduleFaults(config),
        ...parametersFaults(config.params ?? []),
        ...(config.onMissing === undefined || ["keep", "delete"].includes(config.onMissing)
          ? []
          : [`onMissing must be keep or delete, not "${config.onMissing}"`]),
      ]),
    );
  }
  if (context.sources.length > 0 && !hasExternalId(context)) {
    faults.push('a context with sources needs a field "external_id" of type string or text with unique: true');
  }
  for (const processor of context.processors) {
    const label = `processor "${processor.id}"`;
    const config = processor.config ?? {};
    faults.push(
      ...labelled(label, [
        ...partFaults(processor, ids),
        ...unknownOptions("a processor", processor, [...partOptions, "filter"]),
        ...unknownOptions("config of a processor", config, processorOptions),
        ...runFaults(config, queues),
        ...(config.trigger === undefined || processorTriggers.includes(config.trigger)
          ? []
          : [`trigger must be one of ${processorTriggers.join(", ")}, not "${config.trigger}"`]),
        ...(config.generateEmbeddings && !context.embedder
          ? ["generateEmbeddings needs a context with an embedder"]
          : []),
      ]),
    );
  }
  return faults;
}

function labelled(label: string, faults: readonly string[]): string[] {
  return faults.map((fault) => `${label}: ${fault}`);
}

function partFaults(part: { readonly id: string; readonly execute?: unknown }, ids: readonly string[]): string[] {
  const problem = identifierProblem(part.id);
  return [
    ...(problem ? [`the id ${problem}`] : []),
    ...([indexJobId, rebuildJobId].includes(part.id) ? [`the id "${part.id}" is the platform's own`] : []),
    ...(ids.filter((id) => id === part.id).length > 1 ? ["its id is taken by another source or processor"] : []),
    ...(typeof part.execute === "function" ? [] : ["it needs a function execute"]),
  ];
}

function runFaults(
  config: {
    readonly queue?: QueueReference;
    readonly retries?: number;
    readonly backoff?: { readonly type: string; readonly delay: number };
    readonly timeoutInSeconds?: number;
  },
  queues: readonly string[],
): string[] {
  const { queue, retries, backoff, timeoutInSeconds } = config;
  const faults: string[] = [];
  const name = queue && queueNameOf(queue);
  if (queue && (!name || !queues.includes(name))) {
    faults.push(
      `the queue ${name ? `"${name}" is not registered` : "must be what PlatformQueues.register gives back"}`,
    );
  }
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0 && retries < 1000)) {
    faults.push("retries must be a whole number from 0 to 999");
  }
  if (!queue && (retries !== undefined || backoff)) faults.push("retries and backoff need a queue");
  const problem = backoff && backoffProblem(backoff);
  if (problem) faults.push(`backoff: ${problem}`);
  const timeoutFault = timeoutInSeconds !== undefined && timeoutProblem(timeoutInSeconds);
  if (timeoutFault) faults.push(timeoutFault);
  return faults;
}

function scheduleFaults({ schedule, timezone, queue, params = [] }: SourceConfig): string[] {
  if (schedule === undefined) return timezone === undefined ? [] : ["a timezone needs a schedule"];
  const problem = scheduleProblem({ pattern: schedule, ...(timezone !== undefined && { tz: timezone }) });
  const needed = params.filter((param) => param.required && param.default === undefined).map((param) => param.name);
  return [
    ...(problem ? [`schedule: ${problem}`] : []),
    ...(queue ? [] : ["a schedule needs a queue"]),
    ...(needed.length > 0 ? [`a schedule gives no parameters, and ${needed.join(", ")} must be given`] : []),
  ];
}

const parameterOptions = ["name", "description", "type", "required", "default"];

function parametersFaults(parameters: readonly SourceParameter[]): string[] {
  const names = parameters.map((parameter) => parameter.name);
  return [
    ...parameters.flatMap(parameterFaults),
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `there are two parameters "${name}"`),
  ];
}

function parameterFaults(parameter: SourceParameter): string[] {
  const { name, type, default: value } = parameter;
  const problem = identifierProblem(name);
  const isKnown = parameterTypes.includes(type);
  const valueFault = isKnown && value !== undefined && parameterProblem(type, value);
  return [
    ...(problem ? [`the name of the parameter "${name}" ${problem}`] : []),
    ...unknownOptions("a parameter", parameter, parameterOptions),
    ...(isKnown ? [] : [`the type of "${name}" must be one of ${parameterTypes.join(", ")}`]),
    ...(valueFault ? [`the default of "${name}" ${valueFault}`] : []),
  ];
}

function hasExternalId(context: PlatformContext): boolean {
  const fields: readonly FieldDefinition[] = Array.isArray(context.fields) ? context.fields : [];
  const field = fields.find((each) => each?.name === "external_id");
  return (field?.type === "string" || field?.type === "text") && field.unique === true;
}
