import type { LiveAnswers } from "../agents/live-answers.ts";
import { stopChannel } from "../operations/agents/follow-answer.ts";
import { markInterrupted, silentAnswerInSeconds } from "../storage/agents/messages.ts";
import type { Database } from "../storage/database.ts";

export interface KeptAnswers {
  /** Stops the answers that are being given here; settles when they are kept as far as they got. */
  close(): Promise<void>;
}

/**
 * Marks answers that were cut off with their process, now and as long as this one runs, and stops those of this one that
 * another process is asked to stop.
 */
export async function keepAnswers(database: Database, liveAnswers: LiveAnswers): Promise<KeptAnswers> {
  await markInterrupted(database);
  const tidy = () => void markInterrupted(database).catch(() => undefined);
  const tidying = setInterval(tidy, silentAnswerInSeconds * 1000).unref();
  const unlisten = await database.listen(stopChannel, (session) => liveAnswers.find(session)?.stop());
  return {
    close: async () => {
      clearInterval(tidying);
      await unlisten();
      await liveAnswers.stopAll();
    },
  };
}
