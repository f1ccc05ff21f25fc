import { availableParallelism } from "node:os";
import { StartRefusedError } from "../../foundation/errors.ts";

export interface ProcessorShare {
  readonly threads: number;
  /** With which a thread works at one text. */
  readonly processorsPerText: number;
}

/** Together the threads take the processors, and no more: a thread too many makes all of them wait. */
export function shareProcessors(threads: number | undefined, processors = availableParallelism()): ProcessorShare {
  const used = threads ?? Math.min(2, processors);
  if (!Number.isInteger(used) || used < 1) {
    throw new StartRefusedError("localEmbedding can't start:", [
      `threads is ${used}; it must be a whole number from 1 on`,
    ]);
  }
  return { threads: used, processorsPerText: Math.max(1, Math.floor(processors / used)) };
}
