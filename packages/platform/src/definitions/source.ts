import type { AppServices } from "./app-services.ts";
import type { PlatformContext } from "./context.ts";
import type { FieldDefinition } from "./field-definition.ts";
import type { ItemInput } from "./item-types.ts";
import type { Json } from "./json.ts";
import type { Backoff, QueueReference } from "./queue.ts";

/** Something that a caller, or nobody, gives to a run of a source. */
export interface SourceParameter {
  readonly name: string;
  readonly description?: string;
  readonly type: "string" | "number" | "boolean" | "json";
  /** Whether a run needs it. Default false. */
  readonly required?: boolean;
  readonly default?: Json;
}

export interface SourceConfig {
  /** Where it runs in the background. Without one it runs while the caller waits. */
  readonly queue?: QueueReference;
  /** A cron expression; needs a queue, and parameters that are optional or have a default. */
  readonly schedule?: string;
  /** The time zone of the schedule. Default UTC. */
  readonly timezone?: string;
  /** How often a failed run is tried again. Default: the queue's. */
  readonly retries?: number;
  /** How long to wait between attempts. Default: the queue's. */
  readonly backoff?: Backoff;
  /** Longest a run may take. Default: the queue's; 180 without one. */
  readonly timeoutInSeconds?: number;
  readonly params?: readonly SourceParameter[];
  /** What happens to items that this source has brought and now brings no more. Default `keep`. */
  readonly onMissing?: "keep" | "delete";
}

/** One run of a source. */
export interface SourceRun extends AppServices {
  readonly inputs: Readonly<Record<string, Json>>;
  /** Aborted when the time is up, or the process stops. */
  readonly signal: AbortSignal;
  /** Adds a line to the job's log. */
  log(line: string): Promise<void>;
}

type SourceItem<Fields extends readonly FieldDefinition[]> = ItemInput<PlatformContext<string, Fields, false>>;

/** Items at once, or one after the other: then any number of them. */
export type SourceItems<ItemType> =
  | Iterable<ItemType>
  | AsyncIterable<ItemType>
  | Promise<Iterable<ItemType> | AsyncIterable<ItemType>>;

/** Where items of a context come from by themselves. They are matched by their `external_id`. */
export interface SourceDefinition<Fields extends readonly FieldDefinition[] = readonly FieldDefinition[]> {
  /** Letters, digits and underscores; unique within the context. */
  readonly id: string;
  /** For people. Default: the id. */
  readonly name?: string;
  readonly description?: string;
  readonly config?: SourceConfig;
  /** What is wrong with how a ready-made source was set up; reported at start. */
  readonly faults?: readonly string[];
  /** Never there: with it the compiler compares the fields that a ready-made source brings with these. */
  readonly brings?: keyof SourceItem<Fields>;
  execute(run: SourceRun): SourceItems<SourceItem<Fields>>;
}
