import { setTimeout as wait } from "node:timers/promises";

/** Waits until a claim is true; an error counts as not yet. */
export async function eventually(claim: () => Promise<boolean>, seconds = 20): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  let reason: unknown;
  for (;;) {
    try {
      if (await claim()) return;
    } catch (error) {
      reason = error;
    }
    if (Date.now() > deadline) throw new Error(`It did not become true in ${seconds} seconds.`, { cause: reason });
    await wait(100);
  }
}
