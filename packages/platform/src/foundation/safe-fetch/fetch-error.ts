/**
 * - `refused`: it may not be fetched, or can't be found: the two are not told apart
 * - `unreachable`: the connection could not be made, or broke off
 * - `slow`: it took longer than it may
 * - `large`: the body is larger than it may be
 * - `malformed`: the address, the headers or the answer make no sense
 */
export type FetchFailure = "refused" | "unreachable" | "slow" | "large" | "malformed";

/** Why nothing was fetched. The message names the host that was asked for, and nothing that was found behind it. */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly failure: FetchFailure;

  constructor(failure: FetchFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}
