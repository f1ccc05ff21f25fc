import { openStream } from "../api/request.ts";
import { setLive } from "./live-state.ts";
import { readEvents } from "./read-events.ts";

/** That something happened to an item or a job, whoever did it. */
export type Change =
  | { readonly type: "item"; readonly context: string; readonly id: string; readonly action: string }
  | { readonly type: "job"; readonly queue: string; readonly id: string; readonly state: string };

const firstWait = 3000;
const longestWait = 60_000;

/** Hears of changes until it is stopped, and connects again when the connection is lost. */
export function followChanges(hear: (change: Change) => void): () => void {
  const aborter = new AbortController();
  void follow(hear, aborter.signal);
  return () => {
    aborter.abort();
    setLive(false);
  };
}

async function follow(hear: (change: Change) => void, signal: AbortSignal): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    try {
      const { body } = await openStream("/events", undefined, { signal });
      if (!body) return;
      setLive(true);
      wait = firstWait;
      for await (const { type, data } of readEvents(body)) hear({ type, ...JSON.parse(data) } as Change);
    } catch {
      // Whatever went wrong: pages look for themselves until there is a connection again.
    }
    setLive(false);
    await pause(wait, signal);
    wait = Math.min(2 * wait, longestWait);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
