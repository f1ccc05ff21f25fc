import type { Database } from "../database.ts";
import { type CountedEvent, countEvents } from "./count-event.ts";

const pauseInMilliseconds = 2_000;

/**
 * Counts what happens too often to be written each time: sums are written every two seconds and when the process ends. One
 * that is killed takes the last two seconds with it.
 */
export class EventTally {
  readonly #database: Database;
  readonly #report: (error: unknown) => void;
  #counts = new Map<string, { readonly event: CountedEvent; count: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, report: (error: unknown) => void) {
    this.#database = database;
    this.#report = report;
  }

  count(event: CountedEvent): void {
    const { name, type, trigger, user, role } = event;
    const key = JSON.stringify([name, type, trigger, user, role]);
    const known = this.#counts.get(key);
    if (known) known.count += 1;
    else this.#counts.set(key, { event, count: 1 });
    this.#timer ??= setTimeout(() => void this.write(), pauseInMilliseconds).unref();
  }

  /** Writes what was counted since the last time. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    if (counts.length > 0) await countEvents(this.#database, counts).catch(this.#report);
  }
}
