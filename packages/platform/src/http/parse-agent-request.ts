import { BadInputError } from "../foundation/errors.ts";

export interface AgentRequest {
  readonly prompt: string;
  readonly session?: string;
  readonly project?: string;
}

/**
 * What a client asks an agent. A plain one sends `prompt`; the AI SDK's sends `message`, or all `messages`, of which the last
 * counts: the conversation itself is kept here, and what a client says of it is not believed.
 */
export function parseAgentRequest(body: unknown): AgentRequest {
  if (typeof body !== "object" || body === null) throw new BadInputError(`Send an object with "prompt" or "message".`);
  const { prompt, message, messages, session, project } = body as Readonly<Record<string, unknown>>;
  const text =
    typeof prompt === "string" ? prompt : messageText(message ?? (Array.isArray(messages) && messages.at(-1)));
  if (text === undefined) throw new BadInputError(`"prompt" must be a text, or "message" one of the user's with text.`);
  return {
    prompt: text,
    ...(typeof session === "string" && { session }),
    ...(typeof project === "string" && { project }),
  };
}

function messageText(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || !("parts" in message) || !Array.isArray(message.parts)) {
    return undefined;
  }
  const texts = message.parts.filter((part) => part?.type === "text" && typeof part.text === "string");
  return texts.length === 0 ? undefined : texts.map((part) => part.text).join("\n");
}
