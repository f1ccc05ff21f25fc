import { z } from "zod";
import type { EvalItem, EvalToolCall } from "../../definitions/eval.ts";
import type { AskedAgent } from "../agents/ask-agent.ts";

/** What an agent has said and done for one answer. */
export interface CollectedAnswer {
  readonly answer: string;
  readonly toolCalls: readonly EvalToolCall[];
  readonly found: readonly EvalItem[];
}

const output = z.object({ result: z.string().optional(), items: z.array(z.unknown()).optional() });
const item = z.object({ id: z.string(), name: z.string().nullish(), context: z.string().nullish() });

/** Reads an answer to its end. */
export async function collectAnswer({ chunks, tools, ended }: AskedAgent): Promise<CollectedAnswer> {
  const calls = new Map<string, EvalToolCall>();
  const found = new Map<string, EvalItem>();
  for await (const chunk of chunks) {
    if (chunk.type === "tool-input-available") {
      const tool = tools.get(chunk.toolName);
      const { input: inputs, toolName, toolCallId } = chunk;
      calls.set(toolCallId, { tool: tool?.id ?? toolName, name: tool?.name ?? toolName, inputs, result: null });
    }
    if (chunk.type !== "tool-output-available") continue;
    const given = output.safeParse(chunk.output).data;
    const call = calls.get(chunk.toolCallId);
    if (call) calls.set(chunk.toolCallId, { ...call, result: given?.result ?? "" });
    for (const each of given?.items ?? []) {
      const { data } = item.safeParse(each);
      if (data && !found.has(data.id)) {
        found.set(data.id, { id: data.id, name: data.name ?? null, context: data.context ?? null });
      }
    }
  }
  const { content } = await ended;
  return { answer: content, toolCalls: [...calls.values()], found: [...found.values()] };
}
