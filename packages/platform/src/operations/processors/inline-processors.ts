import type { Json } from "../../definitions/json.ts";
import type { ProcessorDefinition, ProcessorTrigger } from "../../definitions/processor.ts";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import { BadInputError, PlatformError } from "../../foundation/errors.ts";
import { redactText } from "../../foundation/redact.ts";
import { type Condition, equals } from "../../query/condition.ts";
import { runInThread } from "../../queues/threads.ts";
import type { Row } from "../../storage/database.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";
import { runProcessor } from "./run-processor.ts";

const triggersOf: Readonly<Record<"create" | "update", readonly ProcessorTrigger[]>> = {
  create: ["onInsert", "always"],
  update: ["onUpdate", "always"],
};

/** Whether processors run before items of this resource are written. */
export function hasInlineProcessors(resource: Resource): boolean {
  return resource.processors.some((processor) => isInline(processor, "create") || isInline(processor, "update"));
}

/** Whether a processor that makes its items searchable runs before such a write. */
export function embedsBeforeWrite({ processors }: Resource, event: "create" | "update"): boolean {
  return processors.some((processor) => isInline(processor, event) && processor.config?.generateEmbeddings);
}

function isInline({ config = {} }: ProcessorDefinition, event: "create" | "update"): boolean {
  return !config.queue && triggersOf[event].includes(config.trigger ?? "manual");
}

export interface BeforeWrite {
  /** As it is today. */
  readonly item: Row;
  /** What is about to be written. */
  readonly values: Map<string, SqlValue>;
  /** The processor whose changes these are. */
  readonly except?: ProcessorDefinition;
}

/**
 * Adds to what is about to be written what the processors without a queue make of it. They see the item as it is going to
 * be, one after the other. When one fails, nothing is written, and the caller is told why.
 */
export async function processBeforeWrite(
  call: Call,
  resource: Resource,
  event: "create" | "update",
  { item, values, except }: BeforeWrite,
): Promise<void> {
  let current: Row = { ...item, ...readForm(resource, values) };
  const processors = resource.processors.filter((each) => isInline(each, event) && each !== except);
  for (const processor of processors) {
    const changes = await process(call, resource, processor, current);
    for (const [column, value] of changes) values.set(column, value);
    current = { ...current, ...readForm(resource, changes) };
  }
}

async function process(call: Call, resource: Resource, processor: ProcessorDefinition, item: Row) {
  try {
    return await runProcessor(resource, processor, item, {
      services: call.services,
      timeoutInSeconds: processor.config?.timeoutInSeconds,
      log: async () => undefined,
      inThread: (module, input, options) =>
        runInThread(module, input, AbortSignal.timeout(timeoutInMilliseconds(processor)), options),
    });
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadInputError(redactText(`The processor "${processor.id}" failed: ${reason}`), { cause: error });
  }
}

function timeoutInMilliseconds({ config }: ProcessorDefinition): number {
  return (config?.timeoutInSeconds ?? 180) * 1000;
}

/** Holds as long as nobody has written the item since it was read: what processors made of it would be out of date. */
export function unchangedSince({ updatedAt }: Row): Condition {
  return equals("updatedAt", String(updatedAt));
}

/** A new item as it is read, before it is written. */
export function unwrittenItem(resource: Resource, id: string): Row {
  const now = new Date().toISOString();
  const fields = resource.fields.map((field) => [field.name, field.default ?? null]);
  return { ...Object.fromEntries(fields), id, createdAt: now, updatedAt: now };
}

function readForm(resource: Resource, values: ReadonlyMap<string, SqlValue>): Row {
  const isJson = (field: ResourceField | undefined) => field?.type === "json";
  return Object.fromEntries(
    [...values]
      .filter(([column]) => resource.readable.has(column))
      .map(([column, value]) => [
        column,
        isJson(resource.readable.get(column)) && typeof value === "string" ? (JSON.parse(value) as Json) : value,
      ]),
  );
}
