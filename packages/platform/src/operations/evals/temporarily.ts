import { TemporaryFailure } from "../../evals/temporary-failure.ts";
import { AgentFailedError, PlatformError } from "../../foundation/errors.ts";

/**
 * Runs something that a model takes part in. What it throws may work the next time, unless it is an answer to what was
 * asked for: a right that is missing, tokens that are used up.
 */
export async function temporarily<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isFinal = error instanceof PlatformError && error.code !== "INTERNAL" && !(error instanceof AgentFailedError);
    if (isFinal || error instanceof TemporaryFailure) throw error;
    throw new TemporaryFailure(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
