import type { PlatformContext } from "./context.ts";
import type { CoreType } from "./core/core-type.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { fieldTypes } from "./field-types.ts";
import { contextJobName, type ItemEvent, ownAddOptions, type PlatformJob } from "./job.ts";
import type { ProcessorDefinition, ProcessorTrigger } from "./processor.ts";
import { queueNameOf } from "./queue.ts";
import { PlatformReranker } from "./reranker.ts";
import { type ItemTrigger, type Resource, type ResourceField, type ResourceSearch, systemFields } from "./resource.ts";
import { resourceNames, searchNames } from "./resource-names.ts";

export function contextResource(context: PlatformContext, jobs: readonly PlatformJob<never>[] = []): Resource {
  const fields = context.fields.map((field) => resourceField(field));
  return {
    kind: "context",
    id: context.id,
    name: context.name,
    description: context.description ?? `Items of ${context.name}.`,
    rbac: context.rbac,
    defaultRightsMode: context.configuration.defaultRightsMode ?? "private",
    fields,
    readable: readableFields(fields),
    titleField: context.configuration.titleField ?? defaultTitleField(fields),
    names: resourceNames(context.id),
    triggers: [
      ...context.processors.flatMap((processor) => processorTrigger(context.id, processor)),
      ...jobs.filter((job) => job.options.trigger?.context === context.id).flatMap(itemTrigger),
    ],
    sources: context.sources,
    processors: context.processors,
    search: resourceSearch(context),
  };
}

function resourceSearch({ id, name, embedder, configuration }: PlatformContext): ResourceSearch | undefined {
  if (!embedder) return undefined;
  const { queryRewriter, resultReranker } = configuration;
  return {
    name,
    embedder,
    queue: embedder.options.queue && queueNameOf(embedder.options.queue),
    names: searchNames(id),
    calculateVectors: configuration.calculateVectors ?? "always",
    maxRetrievalResults: configuration.maxRetrievalResults ?? 10,
    cutoffs: configuration.cutoffs ?? {},
    expand: configuration.expand ?? {},
    language: configuration.language ?? "english",
    fullTextShare: configuration.fullTextShare ?? 0.5,
    queryRewriter: queryRewriter && ((query) => queryRewriter.call(configuration, query)),
    rerank: resultReranker instanceof PlatformReranker ? resultReranker.execute : resultReranker,
  };
}

export function coreResource(core: CoreType): Resource {
  const fields = core.fields.map((field) => resourceField(field, field.secret));
  return {
    kind: "core",
    id: core.id,
    name: core.id,
    description: core.description,
    rbac: core.rbac ?? false,
    defaultRightsMode: "private",
    fields,
    readable: readableFields(fields),
    // Never just any text: in a message or a favourite the first one is the id of something else.
    titleField: namedTitleField(fields),
    names: resourceNames(core.id, core.singular),
    triggers: [],
    sources: [],
    processors: [],
    search: undefined,
  };
}

const eventsOf: Readonly<Record<ProcessorTrigger, readonly ItemEvent[]>> = {
  manual: [],
  onInsert: ["create"],
  onUpdate: ["update"],
  always: ["create", "update"],
};

/** A processor with a queue runs when the change has committed; one without runs before the item is written. */
function processorTrigger(context: string, { id, config = {} }: ProcessorDefinition): ItemTrigger[] {
  const queue = config.queue && queueNameOf(config.queue);
  const on = eventsOf[config.trigger ?? "manual"] ?? [];
  const generatesEmbeddings = config.generateEmbeddings ?? false;
  return queue && on.length > 0
    ? [{ job: contextJobName(context, id), queue, on, options: ownAddOptions(config), generatesEmbeddings }]
    : [];
}

function itemTrigger({ id, options }: PlatformJob<never>): ItemTrigger[] {
  const queue = options.queue && queueNameOf(options.queue);
  const on = options.trigger?.on ?? ["create", "update"];
  return queue ? [{ job: id, queue, on, options: ownAddOptions(options), generatesEmbeddings: false }] : [];
}

function resourceField(field: FieldDefinition, secret = false): ResourceField {
  return {
    name: field.name,
    type: field.type,
    description: field.description ?? `The ${field.type} field ${field.name}.`,
    required: field.required ?? false,
    unique: ("unique" in field && field.unique) || false,
    index: ("index" in field && field.index) || false,
    calculated: field.calculated ?? false,
    secret,
    ...("default" in field && field.default !== undefined && { default: field.default }),
    ...("enumValues" in field && { enumValues: field.enumValues }),
    ...("allowedFileTypes" in field && field.allowedFileTypes && { allowedFileTypes: field.allowedFileTypes }),
    ...(field.renamedFrom !== undefined && { renamedFrom: field.renamedFrom }),
  };
}

function readableFields(fields: readonly ResourceField[]): ReadonlyMap<string, ResourceField> {
  const readable = [...systemFields, ...fields].filter((field) => !field.secret);
  return new Map(readable.map((field) => [field.name, field]));
}

function defaultTitleField(fields: readonly ResourceField[]): string | undefined {
  return namedTitleField(fields) ?? texts(fields)[0]?.name;
}

function namedTitleField(fields: readonly ResourceField[]): string | undefined {
  const names = texts(fields).map((field) => field.name);
  return ["name", "title"].find((name) => names.includes(name));
}

function texts(fields: readonly ResourceField[]): readonly ResourceField[] {
  return fields.filter((field) => fieldTypes[field.type].graphqlType === "String" && field.type !== "file");
}
