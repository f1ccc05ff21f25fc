import type { UIMessage } from "ai";
import type { LiveAnswer } from "../../agents/live-answers.ts";
import { BadInputError, ConflictError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { type AnswerStatus, beginAnswer, listMessages } from "../../storage/agents/messages.ts";
import type { Call } from "../call.ts";
import { admitRun } from "./admit-run.ts";
import { type Approval, withApprovals } from "./approvals.ts";
import { countRun, type Usage } from "./count-run.ts";
import { type AgentRecord, findRunnableAgent } from "./find-agent.ts";
import { openSession, type Session } from "./open-session.ts";
import { recordAnswer, textOf } from "./record-answer.ts";
import { takeTurn } from "./take-turn.ts";

export interface AgentInput {
  readonly agent: string;
  /** What is asked; absent when calls of tools are agreed to instead. */
  readonly prompt?: string | null | undefined;
  /** What a person says to the calls of tools that wait for it. */
  readonly approvals?: readonly Approval[] | null | undefined;
  readonly session?: string | null | undefined;
  readonly project?: string | null | undefined;
}

/** An answer that is under way. */
export interface StartedAnswer {
  readonly session: string;
  /** The id of the message that is going to hold it. */
  readonly message: string;
  readonly live: LiveAnswer;
  /** Settles when it has ended and is kept. */
  readonly ended: Promise<EndedAnswer>;
}

export interface EndedAnswer {
  readonly status: AnswerStatus;
  readonly content: string;
  readonly parts: UIMessage["parts"];
  readonly usage: Usage;
  /** Why it failed. */
  readonly error: string | null;
}

const longestPrompt = 100_000;
/** Messages of a conversation that a model is told of. */
const longestHistory = 100;

/** Asks an agent, in a conversation that goes on or begins. The answer goes on even when nobody listens. */
export async function startAnswer(call: Call, input: AgentInput): Promise<StartedAnswer> {
  const prompt = input.prompt?.trim() ?? "";
  const isAgreeing = (input.approvals?.length ?? 0) > 0;
  if (isAgreeing ? !input.session || prompt !== "" : prompt === "" || prompt.length > longestPrompt) {
    const problem = isAgreeing
      ? "Approvals need the session that they are for, and no prompt beside them."
      : `The prompt must have 1 to ${longestPrompt} characters.`;
    throw new BadInputError(problem);
  }
  const agent = await findRunnableAgent(call, input.agent);
  await admitRun(call, agent);
  const session = await openSession(call, agent, { ...input, title: prompt });
  const live = call.liveAnswers.start(session.id);
  if (!live) throw stillAnswering();
  try {
    const history = (await listMessages(call.database, session.id, longestHistory)).map(asUiMessage);
    const metadata = { agent: agent.id, backend: agent.provider.id };
    const { messages, message } = isAgreeing
      ? withApprovals(history, input.approvals ?? [])
      : withQuestion(history, prompt);
    const begun = await beginAnswer(call.database, session.id, {
      question: isAgreeing ? undefined : asStored(messages.at(-1)),
      answer: { ...asStored(message), metadata: { ...metadata, status: "streaming" } },
    });
    if (!begun) throw stillAnswering();
    const ended = answer(call, { agent, session, messages, message, live, metadata });
    ended.catch(() => undefined);
    return { session: session.id, message: message.id, live, ended };
  } catch (error) {
    call.liveAnswers.end(session.id, live);
    throw error;
  }
}

function stillAnswering(): ConflictError {
  return new ConflictError("The agent is still answering in this conversation.");
}

interface Turn {
  readonly agent: AgentRecord;
  readonly session: Session;
  readonly messages: readonly UIMessage[];
  /** What there is of the answer. */
  readonly message: UIMessage;
  readonly live: LiveAnswer;
  readonly metadata: Readonly<Record<string, unknown>>;
}

async function answer(call: Call, turn: Turn): Promise<EndedAnswer> {
  const { agent, session, live, message: begun } = turn;
  try {
    const options = { background: session.background, path: [], canAsk: true, answerId: begun.id, signal: live.signal };
    const { chunks, usage } = await takeTurn(call, { ...turn, ...options }).catch((error: unknown) => ({
      chunks: failed(error),
      usage: Promise.resolve(undefined),
    }));
    const { status, message, error } = await recordAnswer(call.database, { ...turn, chunks });
    const counted = await countRun(call, agent, await usage);
    return { status, content: textOf(message), parts: message.parts, usage: counted, error: error ?? null };
  } finally {
    call.liveAnswers.end(session.id, live);
  }
}

/** A model that can't even be made is told of in the conversation, like one that fails. */
function failed(error: unknown) {
  const errorText = error instanceof Error ? error.message : String(error);
  return ReadableStream.from([{ type: "error" as const, errorText }]);
}

function withQuestion(history: readonly UIMessage[], prompt: string) {
  const question: UIMessage = { id: newId(), role: "user", parts: [{ type: "text", text: prompt }] };
  const message: UIMessage = { id: newId(), role: "assistant", parts: [] };
  return { messages: [...history, question], message };
}

function asUiMessage(stored: Awaited<ReturnType<typeof listMessages>>[number]): UIMessage {
  const parts =
    Array.isArray(stored.parts) && stored.parts.length > 0 ? stored.parts : [{ type: "text", text: stored.content }];
  const role = stored.role === "assistant" || stored.role === "system" ? stored.role : "user";
  return { id: stored.id, role, parts: parts as UIMessage["parts"] };
}

function asStored(message: UIMessage | undefined) {
  if (!message) throw new Error("There is no message to keep.");
  const { id, role, parts } = message;
  return { id, role, content: textOf(message), parts, metadata: {} };
}
