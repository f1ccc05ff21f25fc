import { definitionSite } from "./definition-site.ts";
import type { PlatformEmbedder } from "./embedder.ts";
import type { FieldDefinition } from "./field-definition.ts";
import type { ProcessorDefinition } from "./processor.ts";
import type { PlatformReranker } from "./reranker.ts";
import type { Rerank, SearchCutoffs, SearchExpand } from "./search.ts";
import type { SourceDefinition } from "./source.ts";

export interface ContextConfiguration {
  /** Who may read a new item whose rights are not given. Default `private`. */
  readonly defaultRightsMode?: "private" | "public";
  /** The field that names an item. Default: `name`, else `title`, else the first text field. */
  readonly titleField?: string;
  /** When items become searchable: only when asked to, when they are created, when they change, or both. Default `always`. */
  readonly calculateVectors?: "manual" | "onInsert" | "onUpdate" | "always";
  /** Most chunks that a search finds, 1 to 100. Default 10. */
  readonly maxRetrievalResults?: number;
  /** What chunks must reach to be found, unless a search says otherwise. */
  readonly cutoffs?: SearchCutoffs;
  /** The neighbours that come along, unless a search says otherwise. */
  readonly expand?: SearchExpand;
  /** How words are cut to their stems: the name of a text-search configuration of PostgreSQL. Default `english`. */
  readonly language?: string;
  /** How much of a hybrid score is full text, 0 to 1; the rest is the similarity of vectors. Default 0.5. */
  readonly fullTextShare?: number;
  /** Whether agents can be given a tool that searches it. Default true. */
  readonly enableAsTool?: boolean;
  /** Turns what was asked into what is searched for. */
  queryRewriter?(query: string): string | Promise<string>;
  /** Puts the chunks that were found into another order. */
  readonly resultReranker?: PlatformReranker | Rerank;
}

export interface ContextOptions<
  Id extends string,
  Fields extends readonly FieldDefinition[],
  Rbac extends boolean,
  Embedder extends PlatformEmbedder | undefined = PlatformEmbedder | undefined,
> {
  /** The type name in the API and the name of the table. Must not change once there is data. */
  readonly id: Id;
  /** For people. Default: the id. */
  readonly name?: string;
  /** Shown in the schema. */
  readonly description?: string;
  /** Whether every item has its own rights (a creator, a mode and grants). Default false. */
  readonly rbac?: Rbac;
  readonly fields: Fields;
  /** Makes the items searchable. */
  readonly embedder?: Embedder;
  readonly configuration?: ContextConfiguration;
  /** Where items come from by themselves. */
  readonly sources?: readonly SourceDefinition<NoInfer<Fields>>[];
  /** What computes fields of items. */
  readonly processors?: readonly ProcessorDefinition<NoInfer<Fields>>[];
}

/** A data collection. Each context yields a table, its own types, queries and mutations. */
export class PlatformContext<
  const Id extends string = string,
  const Fields extends readonly FieldDefinition[] = readonly FieldDefinition[],
  const Rbac extends boolean = boolean,
  const Embedder extends PlatformEmbedder | undefined = PlatformEmbedder | undefined,
> {
  readonly id: Id;
  readonly name: string;
  readonly description: string | undefined;
  readonly rbac: Rbac;
  readonly fields: Fields;
  readonly embedder: Embedder;
  readonly configuration: ContextConfiguration;
  readonly sources: readonly SourceDefinition[];
  readonly processors: readonly ProcessorDefinition[];
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;
  /** Every option as it was given, so that misspelt ones can be named. */
  readonly options: Readonly<Record<string, unknown>>;

  constructor(options: ContextOptions<Id, Fields, Rbac, Embedder>) {
    this.id = options.id;
    this.name = options.name ?? options.id;
    this.description = options.description;
    this.rbac = (options.rbac ?? false) as Rbac;
    this.fields = options.fields;
    this.embedder = options.embedder as Embedder;
    this.configuration = options.configuration ?? {};
    this.sources = (options.sources ?? []) as readonly SourceDefinition[];
    this.processors = (options.processors ?? []) as readonly ProcessorDefinition[];
    this.site = definitionSite(PlatformContext);
    this.options = { ...options };
  }
}
