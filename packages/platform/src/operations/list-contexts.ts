import { enumValueName } from "../definitions/enum-names.ts";
import { type FieldType, fieldTypes } from "../definitions/field-types.ts";
import { contextJobName, indexJobId } from "../definitions/job.ts";
import type { Json } from "../definitions/json.ts";
import type { ProcessorDefinition } from "../definitions/processor.ts";
import { type QueueReference, queueNameOf } from "../definitions/queue.ts";
import type { Resource, ResourceField } from "../definitions/resource.ts";
import type { RightsMode } from "../definitions/rights.ts";
import type { SourceDefinition } from "../definitions/source.ts";
import type { Call } from "./call.ts";

/** What a client needs to know of a context to list, filter and edit its items. */
export interface DescribedContext {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly rbac: boolean;
  readonly defaultRightsMode: RightsMode;
  readonly titleField: string | undefined;
  /** The declared fields, then `id`, `createdAt` and `updatedAt`. */
  readonly fields: readonly DescribedField[];
  readonly search: DescribedSearch | undefined;
  readonly sources: readonly DescribedSource[];
  readonly processors: readonly DescribedProcessor[];
}

/** Work on the items of a context: where it runs, and what its jobs are called there. */
interface DescribedWork {
  readonly queue: string | undefined;
  readonly job: string;
}

interface DescribedSearch extends DescribedWork {
  readonly embedder: string;
  readonly calculateVectors: string;
  readonly maxRetrievalResults: number;
}

interface DescribedPart extends DescribedWork {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
}

interface DescribedSource extends DescribedPart {
  readonly schedule: string | undefined;
  readonly timezone: string | undefined;
  readonly parameters: readonly DescribedParameter[];
}

interface DescribedParameter {
  readonly name: string;
  readonly description: string | undefined;
  readonly type: string;
  readonly required: boolean;
}

interface DescribedProcessor extends DescribedPart {
  readonly trigger: string;
}

interface DescribedField extends Pick<ResourceField, "name" | "type" | "description"> {
  readonly required: boolean;
  readonly unique: boolean;
  readonly calculated: boolean;
  readonly sortable: boolean;
  readonly operators: FieldType["operators"];
  readonly default: Json | undefined;
  readonly enumValues: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly allowedFileTypes: readonly string[] | undefined;
}

/**
 * The contexts as they were declared, in words for people: what introspection tells every caller, and what works on their
 * items. The values that deployers set stay out, such as the addresses of a source.
 */
export function listContexts({ resources }: Call): readonly DescribedContext[] {
  return resources.filter((resource) => resource.kind === "context").map(describedContext);
}

function describedContext(resource: Resource): DescribedContext {
  const { id, name, description, rbac, defaultRightsMode, titleField } = resource;
  const declared = new Set(resource.fields);
  const readable = [...resource.readable.values()];
  const fields = [...resource.fields, ...readable.filter((field) => !declared.has(field))].map(describedField);
  return {
    ...{ id, name, description, rbac, defaultRightsMode, titleField, fields },
    search: describedSearch(resource),
    sources: resource.sources.map((source) => describedSource(resource, source)),
    processors: resource.processors.map((processor) => describedProcessor(resource, processor)),
  };
}

function describedSearch({ id, search }: Resource): DescribedSearch | undefined {
  if (!search) return undefined;
  const { embedder, queue, calculateVectors, maxRetrievalResults } = search;
  return {
    ...{ embedder: embedder.name, queue, calculateVectors, maxRetrievalResults },
    job: contextJobName(id, indexJobId),
  };
}

function describedSource(resource: Resource, source: SourceDefinition): DescribedSource {
  const { schedule, timezone, params = [] } = source.config ?? {};
  return {
    ...describedPart(resource, source),
    schedule,
    timezone: schedule && (timezone ?? "UTC"),
    parameters: params.map(({ name, description, type, required = false, default: given }) => ({
      ...{ name, description, type },
      required: required && given === undefined,
    })),
  };
}

function describedProcessor(resource: Resource, processor: ProcessorDefinition): DescribedProcessor {
  return { ...describedPart(resource, processor), trigger: processor.config?.trigger ?? "manual" };
}

interface Part {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly config?: { readonly queue?: QueueReference };
}

function describedPart(resource: Resource, { id, name = id, description, config }: Part): DescribedPart {
  const queue = config?.queue && queueNameOf(config.queue);
  return { ...{ id, name, description, queue }, job: contextJobName(resource.id, id) };
}

function describedField(field: ResourceField): DescribedField {
  const { name, type, description, required, unique, calculated, allowedFileTypes } = field;
  const { operators, ordered } = fieldTypes[type];
  return {
    ...{ name, type, description, required, unique, calculated, allowedFileTypes, operators },
    sortable: ordered,
    default: field.default,
    enumValues: field.enumValues?.map((value) => ({ name: enumValueName(value), value })),
  };
}
