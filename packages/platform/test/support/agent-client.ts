import type { UIMessageChunk } from "ai";
import { sql } from "../../src/storage/sql.ts";
import type { TestPlatform } from "./test-platform.ts";
import { developmentKey } from "./test-platform.ts";

export interface AgentAnswer {
  readonly session: string;
  readonly message: string;
  readonly content: string;
  readonly parts: readonly { readonly type: string; readonly [key: string]: unknown }[];
  readonly status: string;
  readonly error: string | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export const runAgentDocument = `
  mutation ($agent: ID!, $prompt: String, $session: ID, $project: ID, $approvals: [ToolApproval!]) {
    runAgent(agent: $agent, prompt: $prompt, session: $session, project: $project, approvals: $approvals) {
      session message content parts status error usage { inputTokens outputTokens }
    }
  }`;

export const everyRight = { "x-api-key": developmentKey };

/** Asks over HTTP; the answer is not read yet. */
export function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = everyRight,
): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** The chunks of a stream in the AI SDK's protocol, as they come. */
export async function* chunksOf(response: Response): AsyncGenerator<UIMessageChunk, void> {
  let rest = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    rest += piece;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const data = rest.slice("data: ".length, end);
      rest = rest.slice(end + 2);
      if (data !== "[DONE]") yield JSON.parse(data);
    }
  }
}

export async function allChunks(response: Response): Promise<readonly UIMessageChunk[]> {
  return Array.fromAsync(chunksOf(response));
}

export function textOfChunks(chunks: readonly UIMessageChunk[]): string {
  return chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.delta : "")).join("");
}

export interface KeptMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly parts: readonly { readonly type: string; readonly state?: string }[];
  readonly metadata: { readonly status?: string; readonly error?: string };
}

/** What is kept of a conversation, in order. */
export function keptMessages({ database }: Pick<TestPlatform, "database">, session: string): Promise<KeptMessage[]> {
  return database.query<KeptMessage>(
    sql`select id, role, content, parts, metadata from agent_messages where session = ${session} order by id`,
  ) as Promise<KeptMessage[]>;
}
