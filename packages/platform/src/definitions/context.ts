import { definitionSite } from "./definition-site.ts";
import type { FieldDefinition } from "./field-definition.ts";
import type { ProcessorDefinition } from "./processor.ts";
import type { SourceDefinition } from "./source.ts";

export interface ContextConfiguration {
  /** Who may read a new item whose rights are not given. Default `private`. */
  readonly defaultRightsMode?: "private" | "public";
  /** The field that names an item. Default: `name`, else `title`, else the first text field. */
  readonly titleField?: string;
}

export interface ContextOptions<Id extends string, Fields extends readonly FieldDefinition[], Rbac extends boolean> {
  /** The type name in the API and the name of the table. Must not change once there is data. */
  readonly id: Id;
  /** For people. Default: the id. */
  readonly name?: string;
  /** Shown in the schema. */
  readonly description?: string;
  /** Whether every item has its own rights (a creator, a mode and grants). Default false. */
  readonly rbac?: Rbac;
  readonly fields: Fields;
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
> {
  readonly id: Id;
  readonly name: string;
  readonly description: string | undefined;
  readonly rbac: Rbac;
  readonly fields: Fields;
  readonly configuration: ContextConfiguration;
  readonly sources: readonly SourceDefinition[];
  readonly processors: readonly ProcessorDefinition[];
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;
  /** Every option as it was given, so that misspelt ones can be named. */
  readonly options: Readonly<Record<string, unknown>>;

  constructor(options: ContextOptions<Id, Fields, Rbac>) {
    this.id = options.id;
    this.name = options.name ?? options.id;
    this.description = options.description;
    this.rbac = (options.rbac ?? false) as Rbac;
    this.fields = options.fields;
    this.configuration = options.configuration ?? {};
    this.sources = (options.sources ?? []) as readonly SourceDefinition[];
    this.processors = (options.processors ?? []) as readonly ProcessorDefinition[];
    this.site = definitionSite(PlatformContext);
    this.options = { ...options };
  }
}
