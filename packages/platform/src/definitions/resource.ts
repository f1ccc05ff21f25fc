import type { ContextConfiguration } from "./context.ts";
import type { PlatformEmbedder } from "./embedder.ts";
import type { FieldTypeName } from "./field-definition.ts";
import type { ItemEvent } from "./job.ts";
import type { Json } from "./json.ts";
import type { ProcessorDefinition } from "./processor.ts";
import type { AddOptions } from "./queue.ts";
import type { ResourceNames, SearchNames } from "./resource-names.ts";
import type { RightsMode } from "./rights.ts";
import type { Rerank, SearchCutoffs, SearchExpand } from "./search.ts";
import type { SourceDefinition } from "./source.ts";

/** Everything the API serves items of: a context, or a core type. Both are handled by the same code from here on. */
export interface Resource {
  readonly kind: "context" | "core";
  /** The type name, and the name of the table. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  /** Whether every item has its own rights. */
  readonly rbac: boolean;
  readonly defaultRightsMode: RightsMode;
  /** The declared fields. */
  readonly fields: readonly ResourceField[];
  /** Every readable field by name, `id`, `createdAt` and `updatedAt` included; secret fields are absent. */
  readonly readable: ReadonlyMap<string, ResourceField>;
  /** The field that names an item, if there is a text field at all. */
  readonly titleField: string | undefined;
  readonly names: ResourceNames;
  /** The jobs that changes of items bring about. */
  readonly triggers: readonly ItemTrigger[];
  readonly sources: readonly SourceDefinition[];
  readonly processors: readonly ProcessorDefinition[];
  /** How its items are found by what they say; undefined when they are not. */
  readonly search: ResourceSearch | undefined;
}

/** A job that is added with a change of an item. */
export interface ItemTrigger {
  readonly job: string;
  readonly queue: string;
  readonly on: readonly ItemEvent[];
  readonly options: AddOptions;
  /** Whether the job ends with making the item searchable. */
  readonly generatesEmbeddings: boolean;
}

/** What a context with an embedder adds, with every default filled in. */
export interface ResourceSearch {
  /** The context's name, for people. */
  readonly name: string;
  readonly embedder: PlatformEmbedder;
  /** The queue that items are made searchable on; undefined: at once. */
  readonly queue: string | undefined;
  readonly names: SearchNames;
  readonly calculateVectors: NonNullable<ContextConfiguration["calculateVectors"]>;
  readonly maxRetrievalResults: number;
  readonly cutoffs: SearchCutoffs;
  readonly expand: SearchExpand;
  readonly language: string;
  readonly fullTextShare: number;
  readonly queryRewriter: ((query: string) => string | Promise<string>) | undefined;
  readonly rerank: Rerank | undefined;
}

export interface ResourceField {
  readonly name: string;
  readonly type: FieldTypeName | "id";
  readonly description: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly index: boolean;
  /** Not settable through the API. */
  readonly calculated: boolean;
  /** Settable, but never selected, filtered, sorted or grouped by. */
  readonly secret: boolean;
  readonly default?: Json;
  readonly enumValues?: readonly string[];
  readonly allowedFileTypes?: readonly string[];
  readonly renamedFrom?: string;
}

const systemField = { required: true, unique: false, index: false, calculated: true, secret: false };

/** The fields that every item has. */
export const systemFields: readonly ResourceField[] = [
  { ...systemField, name: "id", type: "id", description: "The item's unique id." },
  { ...systemField, name: "createdAt", type: "date", description: "When the item was created." },
  { ...systemField, name: "updatedAt", type: "date", description: "When the item was last changed." },
];
