import { openStream } from "../api/request.ts";
import { setLive } from "./live-state.ts";
import { readEvents } from "./read-events.ts";

/** That something happened to an item or a job, whoever did it. */
export type Change =
  | { readonly type: "item"; readonly context: string; readonly id: string; readonly action: string }
  | { readonly type: "job"; readonly queue: string; readonly id: string; readonly state: string };

const firstWait = 3000;
const longestWait = 60_000;

interface Follower {
  hear(change: Change): void;
  /** Called for each connection, when it is there: what happened before it was not heard. */
  connected(): void;
}

/** Hears of changes until it is stopped, and connects again when the connection is lost. */
export function followChanges(follower: Follower): () => void {
  const aborter = new AbortController();
  void follow(follower, aborter.signal);
  return () => {
    aborter.abort();
    setLive(false);
  };
}

async function follow({ hear, connected }: Follower, signal: AbortSignal): Promise<void> {
  let wait = firstWait;
  while (!signal.aborted) {
    const begun = Date.now();
    try {
      const body = eventsOf(await openStream("/events", undefined, { signal }));
      setLive(true);
      connected();
      for await (const { type, data } of readEvents(body)) hear({ type, ...JSON.parse(data) } as Change);
    } catch {
      // Whatever went wrong: pages look for themselves until there is a connection again.
    }
    setLive(false);
    // One that is cut at once, again and again, is asked for less and less often: each time everything is read anew.
    if (Date.now() - begun > longestWait) wait = firstWait;
    await pause(wait, signal);
    wait = Math.min(2 * wait, longestWait);
  }
}

/** Something in between may answer with a page of its own. */
function eventsOf({ headers, body }: Response): ReadableStream<Uint8Array> {
  const type = headers.get("content-type") ?? "";
  if (!body || !type.startsWith("text/event-stream")) throw new Error(`No events, but ${type || "nothing"}.`);
  return body;
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
