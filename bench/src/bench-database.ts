/** A database of the benchmark's own, filled with tickets. */
export interface BenchDatabase {
  /** For people. */
  readonly description: string;
  /** The settings with which our server uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where the bare handler finds it; undefined when only our server can use it. */
  readonly url: string | undefined;
  /** Brings the table back to the loaded tickets, so that every measurement starts from the same state. */
  removeCreatedTickets(): Promise<void>;
}
