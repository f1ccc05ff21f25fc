/** One of the two that are compared: it adds jobs and runs them, without limits. */
export interface QueueCandidate {
  readonly name: "ours" | "bare";
  add(index: number): Promise<void>;
  addBulk(from: number, count: number): Promise<void>;
  /** Starts a worker; resolves when so many jobs were run. */
  process(count: number): Promise<void>;
  /** Takes every job away. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Jobs that a worker runs at a time. */
export const concurrency = 16;

export const payload = (index: number) => ({ context: "tickets", item: `item-${index}`, event: "create" });
