import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import type { LiveAnswer } from "../../agents/live-answers.ts";
import { type AnswerStatus, saveMessage } from "../../storage/agents/messages.ts";
import type { Database } from "../../storage/database.ts";

export interface RecordOptions {
  readonly id: string;
  readonly chunks: ReadableStream<UIMessageChunk>;
  readonly live: LiveAnswer;
  /** What is kept with the message besides its status. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** An answer is kept this often while it is given: a crash loses no more than that. */
const saveInMilliseconds = 1000;

/** Passes an answer on to whoever listens, and keeps it as it grows. Gives back how it ended, and the answer. */
export async function recordAnswer(
  database: Database,
  { id, chunks, live, metadata }: RecordOptions,
): Promise<{ readonly status: AnswerStatus; readonly message: UIMessage }> {
  const [passed, kept] = chunks.tee();
  let message: UIMessage = { id, role: "assistant", parts: [] };
  let status: AnswerStatus = "streaming";
  const save = () =>
    saveMessage(database, id, { content: textOf(message), parts: message.parts, metadata: { ...metadata, status } });

  const pass = async () => {
    for await (const chunk of passed) {
      if (chunk.type === "error") status = "failed";
      if (chunk.type === "abort") status = "stopped";
      live.add(chunk);
    }
  };
  const keep = async () => {
    let saved = Date.now();
    for await (const grown of readUIMessageStream({ stream: kept, onError: () => undefined })) {
      message = { ...grown, id };
      if (Date.now() - saved < saveInMilliseconds) continue;
      saved = Date.now();
      await save();
    }
  };
  // While a tool takes its time nothing is said, and still the process lives.
  const beat = setInterval(() => void save().catch(() => undefined), 5 * saveInMilliseconds).unref();
  try {
    await Promise.all([pass(), keep()]);
    if (status === "streaming") status = live.signal.aborted ? "stopped" : "done";
  } catch {
    status = live.signal.aborted ? "stopped" : "failed";
  } finally {
    clearInterval(beat);
    await save();
  }
  return { status, message };
}

export function textOf({ parts }: Pick<UIMessage, "parts">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
