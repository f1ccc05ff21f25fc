import type { QueueEventsListener } from "bullmq";
import type { JobChange } from "./queue-engine.ts";

/** What the library's `QueueEvents` have in common, wherever the queue is kept. */
interface Events {
  on<Event extends keyof QueueEventsListener>(event: Event, hear: QueueEventsListener[Event]): unknown;
  close(): Promise<void>;
}

/** What the library calls it, and the state that the job is in from then on. */
const stateAfter = {
  waiting: "waiting",
  added: "waiting",
  delayed: "delayed",
  active: "active",
  progress: "active",
  completed: "completed",
  failed: "failed",
  removed: "removed",
} as const satisfies Partial<Record<keyof QueueEventsListener, JobChange["state"]>>;

/** Passes on what the library tells of a queue. Losing the connection is not worth a word: it comes back by itself. */
export function watchJobs(queue: string, events: Events, hear: (change: JobChange) => void): () => Promise<void> {
  events.on("error", () => undefined);
  for (const [event, state] of Object.entries(stateAfter)) {
    events.on(event as "waiting", ({ jobId }) => hear({ queue, id: jobId, state }));
  }
  return () => events.close();
}
