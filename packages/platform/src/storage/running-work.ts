import { DatabaseUnavailableError } from "../foundation/errors.ts";

/** Counts what is running on a database, so that closing it can wait for that and refuse what comes after. */
export class RunningWork {
  #running = 0;
  #isClosed = false;
  readonly #idle = Promise.withResolvers<void>();

  async do<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new DatabaseUnavailableError("it was closed");
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#isClosed && this.#running === 0) this.#idle.resolve();
    }
  }

  /** Refuses new work from now on, and resolves when the rest is done. */
  close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running === 0) this.#idle.resolve();
    return this.#idle.promise;
  }
}
