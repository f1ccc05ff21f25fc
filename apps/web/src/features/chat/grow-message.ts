import { type ChatMessage, isToolCall, type MessagePart, type ToolCallPart } from "./message.ts";

/** A piece of an answer in the AI SDK's protocol. */
export type Chunk = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The message with the next piece of its answer. Pieces of kinds that are not known change nothing. */
export function growMessage(message: ChatMessage, chunk: Chunk): ChatMessage {
  switch (chunk.type) {
    case "start":
      return { ...message, id: typeof chunk.messageId === "string" ? chunk.messageId : message.id };
    case "text-start":
    case "reasoning-start":
      return added(message, { type: kindOf(chunk), text: "", id: String(chunk.id) });
    case "text-delta":
    case "reasoning-delta":
      return said(message, chunk);
    case "source-url":
      return added(message, { type: "source-url", url: String(chunk.url), title: String(chunk.title ?? chunk.url) });
    case "tool-input-available":
      return called(message, {
        type: "dynamic-tool",
        toolName: String(chunk.toolName),
        toolCallId: String(chunk.toolCallId),
        state: "input-available",
        input: chunk.input,
      });
    case "tool-approval-request":
      return changed(message, chunk, { state: "approval-requested", approval: { id: String(chunk.approvalId) } });
    case "tool-output-available":
      return changed(message, chunk, { state: "output-available", output: chunk.output });
    case "tool-output-error":
      return changed(message, chunk, { state: "output-error", errorText: String(chunk.errorText) });
    case "tool-output-denied":
      return changed(message, chunk, { state: "output-denied" });
    case "error":
      return { ...message, status: "failed", error: String(chunk.errorText) };
    case "abort":
      return { ...message, status: "stopped" };
    default:
      return message;
  }
}

function kindOf({ type }: Chunk): "text" | "reasoning" {
  return type.startsWith("text") ? "text" : "reasoning";
}

function added(message: ChatMessage, part: MessagePart): ChatMessage {
  return { ...message, parts: [...message.parts, part] };
}

/** Ids of texts come again in later steps: the last one with the id is meant. */
function said(message: ChatMessage, chunk: Chunk): ChatMessage {
  const type = kindOf(chunk);
  const index = message.parts.findLastIndex((part) => part.type === type && "id" in part && part.id === chunk.id);
  const parts = message.parts.map((part, at) =>
    at === index && "text" in part ? { ...part, text: part.text + String(chunk.delta) } : part,
  );
  return { ...message, parts };
}

/** An answer that goes on after a person agreed tells the calls again that it had made before. */
function called(message: ChatMessage, call: ToolCallPart): ChatMessage {
  const isKnown = message.parts.some((part) => isToolCall(part) && part.toolCallId === call.toolCallId);
  return isKnown ? message : added(message, call);
}

function changed(message: ChatMessage, chunk: Chunk, changes: Partial<ToolCallPart>): ChatMessage {
  const parts = message.parts.map((part) =>
    isToolCall(part) && part.toolCallId === chunk.toolCallId ? { ...part, ...changes } : part,
  );
  return { ...message, parts };
}
