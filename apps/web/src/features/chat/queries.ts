import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import { type ChatMessage, partsOf } from "./message.ts";

export interface ChatSession {
  readonly id: string;
  readonly title: string | null;
  readonly updatedAt: string;
}

interface StoredMessage {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly parts: unknown;
  readonly metadata: { readonly status?: string; readonly error?: string } | null;
}

export const sessionsOperation = operation<
  { readonly agent_sessionsPagination: { readonly items: readonly ChatSession[] } },
  { readonly agent: string }
>(`query ChatSessions($agent: String!) {
  agent_sessionsPagination(filters: [{ agent: { eq: $agent } }], limit: 50, sort: { field: "updatedAt", direction: DESC }) {
    items { id title updatedAt }
  }
}`);

export const messagesOperation = operation<
  { readonly agent_messagesPagination: { readonly items: readonly StoredMessage[] } },
  { readonly session: string }
>(`query ChatMessages($session: String!) {
  agent_messagesPagination(filters: [{ session: { eq: $session } }], limit: 200, sort: { field: "createdAt", direction: DESC }) {
    items { id role content parts metadata }
  }
}`);

export const stopOperation = operation<
  { readonly stopAgent: { readonly success: boolean } },
  { readonly session: string }
>("mutation StopAnswer($session: ID!) { stopAgent(session: $session) { success } }");

export const removeSessionOperation = operation<
  { readonly agent_sessionsRemoveOneById: { readonly id: string } },
  { readonly id: string }
>("mutation RemoveSession($id: ID!) { agent_sessionsRemoveOneById(id: $id) { id } }");

export const sessionsQuery = (agent: string) =>
  queryOptions({
    queryKey: ["chat", "sessions", agent],
    queryFn: async ({ signal }) =>
      (await request(sessionsOperation, { agent }, { signal })).agent_sessionsPagination.items,
  });

/** The last 200 messages of a conversation, the oldest first. */
export async function loadMessages(session: string, signal?: AbortSignal): Promise<readonly ChatMessage[]> {
  const { agent_messagesPagination } = await request(messagesOperation, { session }, { signal });
  return agent_messagesPagination.items.toReversed().map(({ id, role, content, parts, metadata }) => ({
    id,
    role: role === "user" ? "user" : "assistant",
    parts: partsOf(parts, content),
    status: metadata?.status,
    error: metadata?.error,
  }));
}
