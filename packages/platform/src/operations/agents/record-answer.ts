import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import type { LiveAnswer } from "../../agents/live-answers.ts";
import { type AnswerStatus, saveMessage } from "../../storage/agents/messages.ts";
import type { Database } from "../../storage/database.ts";

export interface RecordOptions {
  /** What there is of the answer: nothing yet, or what came before a person was asked to agree. */
  readonly message: UIMessage;
  readonly chunks: ReadableStream<UIMessageChunk>;
  readonly live: LiveAnswer;
  /** What is kept with the message besides its status. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface RecordedAnswer {
  readonly status: AnswerStatus;
  readonly message: UIMessage;
  /** Why it failed. */
  readonly error: string | undefined;
}

/** An answer is kept this often while it is given: a crash loses no more than that. */
const saveInMilliseconds = 1000;
/** While a tool takes its time nothing is said, and still others can see that the process lives. */
const beatInMilliseconds = 3000;

/** Passes an answer on to whoever listens, and keeps it as it grows. Gives back how it ended, and the answer. */
export async function recordAnswer(database: Database, options: RecordOptions): Promise<RecordedAnswer> {
  const { chunks, live, metadata } = options;
  const [passed, kept] = chunks.tee();
  let { message } = options;
  let status: AnswerStatus = "streaming";
  let failure: string | undefined;
  const save = () =>
    saveMessage(database, message.id, {
      content: textOf(message),
      parts: message.parts,
      metadata: { ...metadata, status, ...(failure !== undefined && { error: failure }) },
    });

  const pass = async () => {
    for await (const chunk of passed) {
      if (chunk.type === "error") failure ??= chunk.errorText;
      live.add(chunk);
    }
  };
  const keep = async () => {
    let saved = Date.now();
    const { id } = message;
    for await (const grown of readUIMessageStream({ message, stream: kept, onError: () => undefined })) {
      message = { ...grown, id };
      if (Date.now() - saved < saveInMilliseconds) continue;
      saved = Date.now();
      await save();
    }
  };
  const beat = setInterval(() => void save().catch(() => undefined), beatInMilliseconds).unref();
  try {
    await Promise.all([pass(), keep()]);
  } catch (error) {
    failure ??= error instanceof Error ? error.message : String(error);
  } finally {
    clearInterval(beat);
  }
  status = endStatus({ isStopped: live.signal.aborted, isFailed: failure !== undefined, message });
  await save();
  return { status, message, error: failure };
}

function endStatus(end: { readonly isStopped: boolean; readonly isFailed: boolean; readonly message: UIMessage }) {
  if (end.isStopped) return "stopped";
  if (end.isFailed) return "failed";
  const isAsking = end.message.parts.some((part) => "state" in part && part.state === "approval-requested");
  return isAsking ? "waiting" : "done";
}

export function textOf({ parts }: Pick<UIMessage, "parts">): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
