import { availableParallelism } from "node:os";
import { Worker, type WorkerOptions } from "node:worker_threads";
import type { Json } from "../definitions/json.ts";
import type { ThreadInput, ThreadOptions } from "../definitions/thread.ts";
import type { ThreadAnswer } from "./thread-main.ts";
import { watchMemory } from "./thread-memory.ts";

/** Threads that wait for their next piece of work, by module. */
const idle = new Map<string, Set<Worker>>();
const mostIdle = availableParallelism();
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a module's default export in a thread. There are never more of them at work than the machine has cores; a thread
 * whose work was aborted is ended, for nothing else stops a loop.
 */
export async function runInThread<Result extends Json>(
  module: URL,
  input: ThreadInput,
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<Result> {
  await turn(signal);
  try {
    const { memoryInMegabytes } = options;
    const answer = await (memoryInMegabytes === undefined
      ? answerOfKept(module, input, signal)
      : answerWithin(memoryInMegabytes, module, input, signal));
    if (answer.kind === "failed") throw Object.assign(new Error(answer.message), { stack: answer.stack });
    return answer.result as Result;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function answerOfKept(module: URL, input: ThreadInput, signal: AbortSignal): Promise<ThreadAnswer> {
  const thread = idleThread(module) ?? newThread(module);
  thread.ref();
  try {
    const answer = await answerOf(thread, input, signal);
    keep(module, thread);
    return answer;
  } catch (error) {
    if (signal.aborted) void thread.terminate();
    throw error;
  }
}

/** In a thread of its own, so that what one input has left behind is not counted against the next. */
async function answerWithin(
  megabytes: number,
  module: URL,
  input: ThreadInput,
  signal: AbortSignal,
): Promise<ThreadAnswer> {
  const thread = newThread(module, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
  const memory = watchMemory(thread, megabytes);
  try {
    return await answerOf(thread, input, AbortSignal.any([signal, memory.exceeded]));
  } finally {
    memory.stop();
    void thread.terminate();
  }
}

async function turn(signal: AbortSignal): Promise<void> {
  while (running >= availableParallelism()) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  if (!signal.aborted) return;
  running -= 1;
  waiting.shift()?.();
  throw signal.reason;
}

function idleThread(module: URL): Worker | undefined {
  const threads = idle.get(module.href);
  const [thread] = threads ?? [];
  if (thread) threads?.delete(thread);
  return thread;
}

function newThread(module: URL, options: WorkerOptions = {}): Worker {
  return new Worker(new URL("./thread-main.ts", import.meta.url), { ...options, workerData: module.href });
}

function keep(module: URL, thread: Worker): void {
  const threads = idle.get(module.href) ?? new Set();
  idle.set(module.href, threads);
  // Not all at once: without those of Node's own, a thread is never heard again.
  for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
  if (threads.size >= mostIdle) {
    void thread.terminate();
    return;
  }
  // An idle thread must not keep the process alive, nor an error in it end the process.
  thread.unref();
  for (const event of ["error", "exit"]) thread.on(event, () => threads.delete(thread));
  threads.add(thread);
}

function answerOf(thread: Worker, input: ThreadInput, signal: AbortSignal): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    thread.once("message", (answer: ThreadAnswer) => {
      signal.removeEventListener("abort", onAbort);
      resolve(answer);
    });
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the thread has ended before its work was done")));
    thread.postMessage(input);
  });
}
