import type { Json } from "../definitions/json.ts";
import { runInThread } from "../queues/threads.ts";

export type ThreadCheck =
  | { readonly kind: "regex"; readonly pattern: string; readonly flags: string; readonly text: string }
  | { readonly kind: "json_schema"; readonly schema: Json; readonly text: string };

export type ThreadVerdict = {
  readonly isRight: boolean;
  readonly reason?: string;
};

/** A pattern that takes longer was made to: most take less than a millisecond, and a new thread half a second. */
const longestInSeconds = 5;

/** Checks a text against a pattern or a schema that somebody wrote, where it can hang or grow without harm. */
export async function checkInThread(check: ThreadCheck, signal: AbortSignal): Promise<ThreadVerdict> {
  const late = AbortSignal.timeout(longestInSeconds * 1000);
  const either = AbortSignal.any([signal, late]);
  try {
    return await runInThread(new URL("./thread-check.ts", import.meta.url), check, either);
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new Error(`The ${nameOf(check)} took longer than ${longestInSeconds} seconds.`);
    throw error;
  }
}

function nameOf({ kind }: ThreadCheck): string {
  return kind === "regex" ? "pattern" : "schema";
}
