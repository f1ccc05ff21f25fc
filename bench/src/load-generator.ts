import { type ChildProcess, fork } from "node:child_process";
import type { LoadJob, LoadReply, LoadResult } from "./load-messages.ts";

export interface LoadGenerator {
  /** Rejects when a request failed or an answer held errors. */
  run(job: LoadJob): Promise<LoadResult>;
}

export function startLoadGenerator(cleanup: AsyncDisposableStack): LoadGenerator {
  if (cleanup.disposed) throw new Error("the benchmark has been interrupted");
  const child = fork(new URL("./load-process.ts", import.meta.url), { detached: true });
  cleanup.defer(async () => void child.kill());
  return {
    run: async (job) => {
      child.send(job);
      const reply = await nextReply(child);
      if (reply.kind === "failed") throw new Error(`The load on ${job.origin} failed. ${reply.message}`);
      return reply.result;
    },
  };
}

async function nextReply(child: ChildProcess): Promise<LoadReply> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadReply>();
  const onMessage = (reply: unknown) => resolve(reply as LoadReply);
  const onExit = () => reject(new Error("the process that makes the load has ended"));
  child.once("message", onMessage);
  child.once("exit", onExit);
  try {
    return await promise;
  } finally {
    child.off("message", onMessage);
    child.off("exit", onExit);
  }
}
