import type { Worker } from "node:worker_threads";
import { ModelUnavailableError } from "../../foundation/errors.ts";
import { ModelThread, ThreadEndedError } from "./model-thread.ts";
import { sliceTexts } from "./slice-texts.ts";
import { untilAborted } from "./until-aborted.ts";

export interface EmbedCall {
  /** Goes before everything that is not: a person waits for it. */
  readonly isUrgent: boolean;
  readonly signal?: AbortSignal;
}

interface Task {
  readonly texts: readonly string[];
  readonly isUrgent: boolean;
  /** Whether nobody waits for it any more. */
  isDropped(): boolean;
  resolve(numbers: Float32Array): void;
  reject(error: unknown): void;
  /** Of threads that ended while they worked at it. */
  endedThreads: number;
}

/**
 * Hands texts out to threads. The first thread starts with the first text, the next ones when it has more to do than it
 * can: so the model is built once, and an idle process holds it in memory once.
 */
export class ModelThreads {
  readonly #most: number;
  readonly #startWorker: () => Worker;
  readonly #threads = new Set<ModelThread>();
  #idle: ModelThread[] = [];
  #starting: ModelThread | undefined;
  #urgent: Task[] = [];
  #others: Task[] = [];

  constructor(most: number, startWorker: () => Worker) {
    this.#most = most;
    this.#startWorker = startWorker;
  }

  async embed(texts: readonly string[], { isUrgent, signal }: EmbedCall): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    let isDropped = false;
    const slices = sliceTexts(texts).map((slice) => this.#add({ texts: slice, isUrgent, isDropped: () => isDropped }));
    try {
      return (await untilAborted(Promise.all(slices), signal)).flat();
    } finally {
      isDropped = true;
    }
  }

  /** What waits fails. A later call starts again. */
  async close(): Promise<void> {
    const threads = [...this.#threads];
    this.#threads.clear();
    this.#idle = [];
    this.#starting = undefined;
    this.#rejectWaiting(closed());
    await Promise.all(threads.map((thread) => thread.end()));
  }

  async #add(task: Pick<Task, "texts" | "isUrgent" | "isDropped">): Promise<readonly Float32Array[]> {
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
    (task.isUrgent ? this.#urgent : this.#others).push({ ...task, resolve, reject, endedThreads: 0 });
    this.#assign();
    return vectorsIn(await promise, task.texts.length);
  }

  #assign(): void {
    for (let thread = this.#idle.at(-1); thread; thread = this.#idle.at(-1)) {
      const task = this.#next();
      if (!task) return;
      this.#idle.pop();
      void this.#run(thread, task);
    }
    if (this.#urgent.length + this.#others.length === 0) return;
    if (!this.#starting && this.#threads.size < this.#most) void this.#start();
  }

  #next(): Task | undefined {
    let task = this.#urgent.shift() ?? this.#others.shift();
    while (task?.isDropped()) task = this.#urgent.shift() ?? this.#others.shift();
    return task;
  }

  async #start(): Promise<void> {
    try {
      const thread = new ModelThread(this.#startWorker());
      this.#threads.add(thread);
      this.#starting = thread;
      await this.#opened(thread);
    } catch (error) {
      this.#rejectWaiting(error);
    }
    this.#assign();
  }

  async #opened(thread: ModelThread): Promise<void> {
    try {
      await thread.ready;
      if (this.#threads.has(thread)) this.#idle.push(thread);
    } catch (error) {
      // Otherwise it was closed, and those who waited have been told.
      if (this.#threads.delete(thread)) throw error;
    } finally {
      if (this.#starting === thread) this.#starting = undefined;
    }
  }

  async #run(thread: ModelThread, task: Task): Promise<void> {
    try {
      task.resolve(await thread.embed(task.texts));
      if (this.#threads.has(thread)) this.#idle.push(thread);
    } catch (error) {
      this.#failed(thread, task, error);
    }
    this.#assign();
  }

  #failed(thread: ModelThread, task: Task, error: unknown): void {
    if (!this.#threads.has(thread)) task.reject(closed());
    else if (!(error instanceof ThreadEndedError)) {
      this.#idle.push(thread);
      task.reject(error);
    } else {
      this.#threads.delete(thread);
      task.endedThreads += 1;
      // Twice is no accident: the text itself may be what ends them.
      if (task.endedThreads > 1) task.reject(error);
      else (task.isUrgent ? this.#urgent : this.#others).unshift(task);
    }
  }

  #rejectWaiting(error: unknown): void {
    const waiting = [...this.#urgent, ...this.#others];
    this.#urgent = [];
    this.#others = [];
    for (const task of waiting) task.reject(error);
  }
}

function closed(): ModelUnavailableError {
  return new ModelUnavailableError("the model was closed");
}

function vectorsIn(numbers: Float32Array, count: number): readonly Float32Array[] {
  const size = numbers.length / count;
  return Array.from({ length: count }, (_, index) => numbers.slice(index * size, (index + 1) * size));
}
