import type { Worker } from "node:worker_threads";

/** Often enough: what unpacks a bomb writes some hundred megabytes in a second. */
const intervalInMilliseconds = 50;

/**
 * Tells when a thread takes more memory than it may. The engine's own limit is on the heap alone; the bytes of buffers,
 * which is where bombs explode, lie outside it.
 */
export function watchMemory(
  thread: Worker,
  megabytes: number,
): { readonly exceeded: AbortSignal; readonly stop: () => void } {
  const exceeded = new AbortController();
  const look = async () => {
    const { used_heap_size: heap, external_memory: outside } = await thread.getHeapStatistics();
    if (heap + outside < megabytes * 1024 * 1024) return;
    exceeded.abort(new Error(`It takes more than ${megabytes} MB of memory.`));
  };
  // A thread that is not there yet, or no more, has nothing to say.
  const timer = setInterval(() => void look().catch(() => undefined), intervalInMilliseconds);
  return { exceeded: exceeded.signal, stop: () => clearInterval(timer) };
}
