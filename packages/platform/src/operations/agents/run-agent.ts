import type { UIMessage } from "ai";
import type { LiveAnswer } from "../../agents/live-answers.ts";
import { streamAgent } from "../../agents/stream-agent.ts";
import { variableValue } from "../../agents/tool-config.ts";
import { BadInputError, ConflictError, RateLimitError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { insertMessage, listMessages } from "../../storage/agents/messages.ts";
import { countEvent } from "../../storage/statistics/count-event.ts";
import type { Call } from "../call.ts";
import { agentTools } from "./agent-tools.ts";
import { type AgentRecord, findRunnableAgent } from "./find-agent.ts";
import { openSession, type Session } from "./open-session.ts";
import { recordAnswer } from "./record-answer.ts";

export interface AgentInput {
  readonly agent: string;
  readonly prompt: string;
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
  readonly status: string;
  readonly content: string;
  readonly parts: UIMessage["parts"];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

const longestPrompt = 100_000;
/** Messages of a conversation that a model is told of. */
const longestHistory = 100;

/** Asks an agent, in a conversation that goes on or begins. The answer goes on even when nobody listens. */
export async function startAnswer(call: Call, input: AgentInput): Promise<StartedAnswer> {
  const prompt = input.prompt.trim();
  if (prompt === "" || prompt.length > longestPrompt) {
    throw new BadInputError(`The prompt must have 1 to ${longestPrompt} characters.`);
  }
  const agent = await findRunnableAgent(call, input.agent);
  if (agent.rateLimit !== undefined && !(await call.takeAgentRun(agent.id, agent.rateLimit)))
    throw new RateLimitError();
  const session = await openSession(call, agent, { ...input, title: prompt });
  if (call.liveAnswers.find(session.id)) throw new ConflictError("The agent is still answering in this conversation.");
  const live = call.liveAnswers.start(session.id);
  try {
    const history = await listMessages(call.database, session.id, longestHistory);
    const question: UIMessage = { id: newId(), role: "user", parts: [{ type: "text", text: prompt }] };
    await insertMessage(call.database, { ...asStored(question, prompt), session: session.id, metadata: {} });
    const message = newId();
    const metadata = { agent: agent.id, backend: agent.provider.id };
    await insertMessage(call.database, {
      ...{ id: message, session: session.id, role: "assistant", content: "", parts: [] },
      metadata: { ...metadata, status: "streaming" },
    });
    const messages = [...history.map(asUiMessage), question];
    const ended = answer(call, { agent, session, messages, message, live, metadata });
    return { session: session.id, message, live, ended };
  } catch (error) {
    call.liveAnswers.end(session.id, live);
    throw error;
  }
}

interface Turn {
  readonly agent: AgentRecord;
  readonly session: Session;
  readonly messages: readonly UIMessage[];
  readonly message: string;
  readonly live: LiveAnswer;
  readonly metadata: Readonly<Record<string, unknown>>;
}

async function answer(call: Call, turn: Turn): Promise<EndedAnswer> {
  const { agent, session, live } = turn;
  try {
    const { chunks, usage } = await streamAgent({
      model: await agent.provider.options.model({ variable: (name) => neededVariable(call, name) }),
      instructions: [agent.instructions, session.instructions].filter((text) => text !== "").join("\n\n"),
      messages: turn.messages,
      tools: agentTools(call, agent, session),
      maxSteps: agent.maxSteps,
      answerId: turn.message,
      signal: live.signal,
    });
    const { status, message } = await recordAnswer(call.database, { ...turn, id: turn.message, chunks });
    const used = status === "done" || status === "stopped" ? await usage : undefined;
    const counted = { inputTokens: used?.inputTokens ?? 0, outputTokens: used?.outputTokens ?? 0 };
    await count(call, agent, counted.inputTokens + counted.outputTokens);
    return { status, content: contentOf(message), parts: message.parts, usage: counted };
  } finally {
    call.liveAnswers.end(session.id, live);
  }
}

async function count({ database, principal }: Call, agent: AgentRecord, tokens: number): Promise<void> {
  const event = { name: agent.id, label: agent.name, user: principal.userId, role: principal.roleId };
  await countEvent(database, { ...event, type: "agent_run", trigger: principal.kind });
  if (tokens > 0)
    await countEvent(database, { ...event, type: "tokens", trigger: principal.apiKeyId ?? principal.kind }, tokens);
}

async function neededVariable(call: Call, name: string): Promise<string> {
  const value = await variableValue(call, name);
  if (value === undefined) throw new BadInputError(`The variable "${name}" has no value: the backend needs it.`);
  return value;
}

function asUiMessage(stored: Awaited<ReturnType<typeof listMessages>>[number]): UIMessage {
  const parts =
    Array.isArray(stored.parts) && stored.parts.length > 0 ? stored.parts : [{ type: "text", text: stored.content }];
  const role = stored.role === "assistant" || stored.role === "system" ? stored.role : "user";
  return { id: stored.id, role, parts: parts as UIMessage["parts"] };
}

function asStored(message: UIMessage, content: string) {
  return { id: message.id, role: message.role, content, parts: message.parts };
}

function contentOf({ parts }: UIMessage): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
