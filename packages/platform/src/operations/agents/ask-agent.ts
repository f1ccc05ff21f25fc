import type { UIMessage, UIMessageChunk } from "ai";
import type { PlatformTool } from "../../definitions/tool.ts";
import { AgentFailedError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import type { Call } from "../call.ts";
import { admitRun } from "./admit-run.ts";
import { countRun, type Usage } from "./count-run.ts";
import type { AgentRecord } from "./find-agent.ts";
import type { Background } from "./project-background.ts";
import { takeTurn } from "./take-turn.ts";

export interface AskOptions {
  /** The conversation so far; the last one is to be answered. */
  readonly messages: readonly { readonly role: "user" | "assistant" | "system"; readonly text: string }[];
  readonly background: Background;
  /** The agents that wait for this one's answer. */
  readonly path: readonly string[];
  readonly signal: AbortSignal;
}

export interface AskedAgent {
  readonly chunks: AsyncIterable<UIMessageChunk>;
  /** The agent's tools, by the names that chunks call them by. */
  readonly tools: ReadonlyMap<string, PlatformTool>;
  /** Settles when all chunks have been read. */
  readonly ended: Promise<AskedAnswer>;
}

export interface AskedAnswer {
  readonly content: string;
  readonly usage: Usage;
}

/** Asks an agent without keeping the conversation: whoever asks keeps it. */
export async function askAgent(call: Call, agent: AgentRecord, options: AskOptions): Promise<AskedAgent> {
  await admitRun(call, agent);
  const { chunks, usage, tools } = await takeTurn(call, {
    ...{ agent, background: options.background, path: options.path, signal: options.signal },
    canAsk: false,
    messages: options.messages.map(asUiMessage),
    answerId: newId(),
  });
  const texts: string[] = [];
  const { promise: read, resolve, reject } = Promise.withResolvers<void>();
  const passed = async function* (): AsyncGenerator<UIMessageChunk, void> {
    try {
      for await (const chunk of chunks) {
        if (chunk.type === "error") throw new AgentFailedError(agent.name, chunk.errorText);
        if (chunk.type === "text-delta") texts.push(chunk.delta);
        yield chunk;
      }
      resolve();
    } catch (error) {
      reject(error);
      throw error;
    }
  };
  const ended = read.then(async () => ({ content: texts.join(""), usage: await countRun(call, agent, await usage) }));
  // Whoever reads the chunks is told as well.
  ended.catch(() => undefined);
  return { chunks: passed(), tools, ended };
}

/** Waits for all of it. */
export async function wholeAnswer({ chunks, ended }: AskedAgent): Promise<AskedAnswer> {
  for await (const _ of chunks);
  return ended;
}

function asUiMessage({ role, text }: AskOptions["messages"][number]): UIMessage {
  return { id: newId(), role, parts: [{ type: "text", text }] };
}
