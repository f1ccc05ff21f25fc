/** A call of a tool, as the AI SDK keeps it in a message. */
export interface ToolCallPart {
  readonly type: "dynamic-tool" | `tool-${string}`;
  readonly toolName?: string;
  readonly toolCallId: string;
  readonly state: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly errorText?: string;
  readonly approval?: { readonly id: string; readonly approved?: boolean };
}

export type MessagePart =
  | { readonly type: "text"; readonly text: string; readonly id?: string }
  | { readonly type: "reasoning"; readonly text: string; readonly id?: string }
  | { readonly type: "source-url"; readonly url: string; readonly title?: string }
  | ToolCallPart;

export interface ChatMessage {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly parts: readonly MessagePart[];
  /** How an answer stands: streaming, done, waiting, stopped, failed or interrupted. */
  readonly status?: string | undefined;
  /** Why it failed. */
  readonly error?: string | undefined;
}

export function isToolCall(part: MessagePart): part is ToolCallPart {
  return part.type === "dynamic-tool" || part.type.startsWith("tool-");
}

export function toolNameOf({ type, toolName }: ToolCallPart): string {
  return toolName ?? type.replace(/^tool-/, "");
}

/** The calls that wait for a person to say yes or no. */
export function waitingCalls({ parts }: Pick<ChatMessage, "parts">): readonly ToolCallPart[] {
  return parts.filter(isToolCall).filter(({ state }) => state === "approval-requested");
}

const known = new Set(["text", "reasoning", "source-url", "dynamic-tool"]);

/** What the platform keeps of a message; parts that can't be shown are left out. */
export function partsOf(parts: unknown, content: string): readonly MessagePart[] {
  const listed = Array.isArray(parts) ? (parts as readonly MessagePart[]) : [];
  const shown = listed.filter(({ type }) => known.has(type) || type?.startsWith("tool-"));
  return shown.length > 0 || content === "" ? shown : [{ type: "text", text: content }];
}
