import type { AppServices } from "./app-services.ts";
import type { PlatformContext } from "./context.ts";
import type { FieldDefinition } from "./field-definition.ts";
import type { Item } from "./item-types.ts";
import type { Json } from "./json.ts";
import type { Backoff, QueueReference } from "./queue.ts";
import type { ThreadInput, ThreadOptions } from "./thread.ts";

export type ProcessorTrigger = "manual" | "onInsert" | "onUpdate" | "always";

export const processorTriggers: readonly ProcessorTrigger[] = ["manual", "onInsert", "onUpdate", "always"];

export interface ProcessorConfig {
  /** Where it runs in the background. Without one it runs before the item is written, while the caller waits. */
  readonly queue?: QueueReference;
  /** When it runs by itself. Default `manual`. */
  readonly trigger?: ProcessorTrigger;
  /** Longest a run may take. Default: the queue's; 180 without one. */
  readonly timeoutInSeconds?: number;
  /** How often a failed run is tried again. Default: the queue's. */
  readonly retries?: number;
  /** How long to wait between attempts. Default: the queue's. */
  readonly backoff?: Backoff;
  /**
   * Whether the item is made searchable when it has run, whatever the context's `calculateVectors`; a change that brings
   * it about waits for it, and is not embedded before. For a processor that makes the text which is searched. Default
   * false: changes are embedded as `calculateVectors` says.
   */
  readonly generateEmbeddings?: boolean;
}

/** One run of a processor on one item. */
export interface ProcessorRun<ItemType> extends AppServices {
  readonly item: ItemType;
  /** Aborted when the time is up, or the process stops. */
  readonly signal: AbortSignal;
  /** Adds a line to the job's log. */
  log(line: string): Promise<void>;
  /** Runs a module's default export in a thread of its own: for work that burns CPU. */
  inThread<Result extends Json>(module: URL, input: ThreadInput, options?: ThreadOptions): Promise<Result>;
}

type ProcessedItem<Fields extends readonly FieldDefinition[]> = Item<PlatformContext<string, Fields, false>>;
type Changes<Fields extends readonly FieldDefinition[]> = Partial<
  Omit<ProcessedItem<Fields>, "id" | "createdAt" | "updatedAt">
>;

/** Computes fields of an item. */
export interface ProcessorDefinition<Fields extends readonly FieldDefinition[] = readonly FieldDefinition[]> {
  /** Letters, digits and underscores; unique within the context. */
  readonly id: string;
  /** For people. Default: the id. */
  readonly name?: string;
  readonly description?: string;
  readonly config?: ProcessorConfig;
  /** Whether the item is to be processed at all. Default: every item is. */
  filter?(item: ProcessedItem<Fields>): boolean;
  /** Gives back the fields that change, `calculated` ones included; nothing leaves the item as it is. */
  execute(
    run: ProcessorRun<ProcessedItem<Fields>>,
  ): Changes<Fields> | undefined | null | Promise<Changes<Fields> | undefined | null>;
}
