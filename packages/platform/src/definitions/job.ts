import type { AppServices } from "./app-services.ts";
import { definitionSite } from "./definition-site.ts";
import type { Json } from "./json.ts";
import type { AddOptions, Backoff, QueueJob, QueueReference } from "./queue.ts";
import type { ThreadInput, ThreadOptions } from "./thread.ts";

/** One attempt at a job, as its queue hands it out. */
export interface JobAttempt<Data = Json> {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  readonly data: Data;
  /** From 1. */
  readonly attempt: number;
  /** How often it is tried in all. */
  readonly attempts: number;
  /** Aborted when the time is up, the worker stops, or another worker has taken the job over. */
  readonly signal: AbortSignal;
  /** Adds a line to the job's log. */
  log(line: string): Promise<void>;
  /** Says how far the job is: a percentage, or anything that explains it. Frequent calls are thinned out. */
  progress(value: number | Readonly<Record<string, Json>>): Promise<void>;
  /**
   * Runs the function that a module exports by default in a thread of its own, and gives back what it returns. For work
   * that burns CPU: in this thread it would hold up everything else. It ends with the signal.
   */
  inThread<Result extends Json>(module: URL, input: ThreadInput, options?: ThreadOptions): Promise<Result>;
}

/** One attempt at a job, as its handler sees it. */
export interface JobRun<Data = Json> extends JobAttempt<Data>, AppServices {}

export type ItemEvent = "create" | "update" | "remove";

export const itemEvents: readonly ItemEvent[] = ["create", "update", "remove"];

/** The data of a job that a change of an item has brought about. */
export interface ItemEventData {
  readonly context: string;
  /** The item's id. */
  readonly item: string;
  readonly event: ItemEvent;
  /** The jobs about the same item that led to this one: none of them is added again by it. */
  readonly after?: readonly string[];
}

export interface JobTrigger {
  /** The id of a context. */
  readonly context: string;
  /** Default: create and update. */
  readonly on?: readonly ItemEvent[];
}

export interface JobOptions<Data> {
  /** The job's name on its queue: letters, digits and underscores. */
  readonly id: string;
  readonly description?: string;
  readonly queue: QueueReference;
  /** A cron expression: the job comes again and again, with empty data. */
  readonly schedule?: string;
  /** The time zone of the schedule, like `Europe/Berlin`. Default UTC. */
  readonly timezone?: string;
  /** Adds the job with every such change of an item, in the same transaction. */
  readonly trigger?: JobTrigger;
  /** How often it is tried again when it fails. Default: the queue's. */
  readonly retries?: number;
  /** How long to wait between attempts. Default: the queue's. */
  readonly backoff?: Backoff;
  /** Longest an attempt may take. Default: the queue's. */
  readonly timeoutInSeconds?: number;
  /** Does the work. It may run twice, after a crash: make it so that the second time does no harm. */
  execute(run: JobRun<Data>): unknown;
}

/** Work that a queue runs in the background. */
export class PlatformJob<Data = Json> {
  readonly id: string;
  readonly options: JobOptions<Data>;
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;

  constructor(options: JobOptions<Data>) {
    this.id = options.id;
    this.options = options;
    this.site = definitionSite(PlatformJob);
  }

  /** Adds one to its queue; inside a transaction it exists if and only if that commits. */
  async add(data: Data, options: AddOptions = {}): Promise<QueueJob> {
    const { queue } = this.options;
    const configuration = await ("use" in queue ? queue.use() : queue);
    return configuration.queue.add(this.id, data as Json, { ...ownAddOptions(this.options), ...options });
  }
}

/** What a job says itself of how it is to be tried. */
export function ownAddOptions({ retries, backoff }: Pick<JobOptions<never>, "retries" | "backoff">): AddOptions {
  return { ...(retries !== undefined && { attempts: retries + 1 }), ...(backoff && { backoff }) };
}

/** The job that makes items of a context searchable. No source or processor may be called so. */
export const indexJobId = "index";

/** The job that makes the vectors of another model. No source or processor may be called so. */
export const rebuildJobId = "rebuild";

/** The name of the job that runs a source or a processor. No id of a declared job has a point in it. */
export function contextJobName(context: string, id: string): string {
  return `${context}.${id}`;
}
