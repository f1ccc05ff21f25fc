import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Json } from "../definitions/json.ts";
import type { ThreadAnswer } from "./thread-main.ts";

/** Threads that wait for their next piece of work, by module. */
const idle = new Map<string, Worker[]>();
const mostIdle = availableParallelism();
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a module's default export in a thread. There are never more of them at work than the machine has cores; a thread
 * whose work was aborted is ended, for nothing else stops a loop.
 */
export async function runInThread<Result extends Json>(module: URL, input: Json, signal: AbortSignal): Promise<Result> {
  await turn(signal);
  const thread = idle.get(module.href)?.pop() ?? newThread(module);
  thread.ref();
  try {
    const answer = await answerOf(thread, input, signal);
    keep(module, thread);
    if (answer.kind === "failed") throw Object.assign(new Error(answer.message), { stack: answer.stack });
    return answer.result as Result;
  } catch (error) {
    if (signal.aborted) void thread.terminate();
    throw error;
  } finally {
    running -= 1;
    waiting.shift()?.();
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

function newThread(module: URL): Worker {
  return new Worker(new URL("./thread-main.ts", import.meta.url), { workerData: module.href });
}

function keep(module: URL, thread: Worker): void {
  const threads = idle.get(module.href) ?? [];
  idle.set(module.href, threads);
  thread.removeAllListeners();
  if (threads.length >= mostIdle) {
    void thread.terminate();
    return;
  }
  // An idle thread must not keep the process alive, nor an error in it end the process.
  thread.unref();
  thread.on("error", () =>
    idle.set(
      module.href,
      threads.filter((each) => each !== thread),
    ),
  );
  threads.push(thread);
}

function answerOf(thread: Worker, input: Json, signal: AbortSignal): Promise<ThreadAnswer> {
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
