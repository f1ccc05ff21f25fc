import {
  convertToModelMessages,
  isStepCount,
  type LanguageModel,
  type LanguageModelUsage,
  streamText,
  toUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import type { PlatformTool } from "../definitions/tool.ts";
import { traced } from "../foundation/tracing.ts";
import { type AgentTool, approvals, modelTools } from "./agent-tools.ts";

export interface AgentTurn {
  readonly model: LanguageModel;
  readonly instructions: string;
  /** The conversation so far; the last message is the one to answer, or one whose tool calls were approved. */
  readonly messages: readonly UIMessage[];
  readonly tools: readonly AgentTool[];
  /** The most model steps. */
  readonly maxSteps: number;
  /** The id of the answer. */
  readonly answerId: string;
  readonly signal: AbortSignal;
}

export interface StreamedTurn {
  /** In the AI SDK's protocol for user interfaces. */
  readonly chunks: ReadableStream<UIMessageChunk>;
  /** The tools, by the names that the model calls them by. */
  readonly tools: ReadonlyMap<string, PlatformTool>;
  /** Settles when the stream has ended; undefined when it failed before the model counted. */
  readonly usage: Promise<LanguageModelUsage | undefined>;
}

/** Lets the model answer, and calls the tools that it asks for, step by step. */
export async function streamAgent(turn: AgentTurn): Promise<StreamedTurn> {
  const tools = modelTools(turn.tools);
  const result = streamText({
    model: turn.model,
    ...(turn.instructions !== "" && { instructions: turn.instructions }),
    messages: await convertToModelMessages([...turn.messages], { tools, ignoreIncompleteToolCalls: true }),
    // Of whoever asks: it adds to the agent's instructions, and gives no right that they don't have.
    allowSystemInMessages: true,
    tools,
    toolApproval: approvals(turn.tools, tools),
    stopWhen: isStepCount(turn.maxSteps),
    abortSignal: turn.signal,
    // Told to whoever reads the stream.
    onError: () => undefined,
  });
  const chunks = toUIMessageStream({
    stream: result.stream,
    originalMessages: [...turn.messages],
    generateMessageId: () => turn.answerId,
    sendSources: true,
    onError: readable,
  });
  const usage = Promise.resolve(result.totalUsage).catch(() => undefined);
  // From now until the last word.
  void traced("model answer", { kind: "client", attributes: { "gen_ai.operation.name": "chat" } }, async (span) => {
    const { inputTokens, outputTokens } = (await usage) ?? {};
    span?.setAttributes({
      "gen_ai.request.model": typeof turn.model === "string" ? turn.model : turn.model.modelId,
      "gen_ai.usage.input_tokens": inputTokens ?? 0,
      "gen_ai.usage.output_tokens": outputTokens ?? 0,
    });
  });
  const names = Object.keys(tools);
  const byName = new Map(turn.tools.map(({ tool }, index) => [names[index] ?? tool.id, tool]));
  return { chunks, tools: byName, usage };
}

/** What people are told of an error of the model's: its message, and nothing of addresses, headers and keys. */
function readable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 500 ? `${message.slice(0, 500)} …` : message;
}
