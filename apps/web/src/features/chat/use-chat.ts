import { useEffect, useRef, useState } from "react";
import { openStream, request } from "../../shared/api/request.ts";
import { type Chunk, growMessage } from "./grow-message.ts";
import { type ChatMessage, waitingCalls } from "./message.ts";
import { loadMessages, stopOperation } from "./queries.ts";
import { readChunks } from "./read-chunks.ts";

interface ChatOptions {
  readonly agent: string;
  readonly session: string | undefined;
  /** Called when a conversation has begun, and never again: whoever has left meanwhile is not to be brought back. */
  onBegin(session: string): void;
  /** Called when an answer begins, and when it ends. */
  onAnswer(): void;
}

export interface Approval {
  readonly id: string;
  readonly approved: boolean;
}

export interface Chat {
  readonly messages: readonly ChatMessage[];
  readonly isLoading: boolean;
  readonly isAnswering: boolean;
  readonly error: Error | undefined;
  send(prompt: string): void;
  approve(approvals: readonly Approval[]): void;
  stop(): void;
}

/** A conversation with an agent: what was said, and the answer as it comes. */
export function useChat({ agent, session, onBegin, onAnswer }: ChatOptions): Chat {
  const [messages, setMessages] = useState<readonly ChatMessage[]>([]);
  const [isLoading, setIsLoading] = useState(false);
  const [isAnswering, setIsAnswering] = useState(false);
  const [error, setError] = useState<Error>();
  /** The conversation that is shown: one that has just begun here is not loaded again. */
  const shown = useRef<string>(undefined);
  const listening = useRef<AbortController>(undefined);

  const changeLast = (change: (last: ChatMessage) => ChatMessage) =>
    setMessages((before) => before.map((message, index) => (index === before.length - 1 ? change(message) : message)));
  const grow = (chunk: Chunk) => changeLast((last) => growMessage(last, chunk));

  /** Runs one thing at a time; leaving the conversation ends it here, while the answer itself goes on. */
  const listen = async (work: (signal: AbortSignal) => Promise<void>) => {
    listening.current?.abort();
    const controller = new AbortController();
    listening.current = controller;
    setError(undefined);
    try {
      await work(controller.signal);
    } catch (thrown) {
      if (!controller.signal.aborted) setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      if (listening.current === controller) {
        setIsAnswering(false);
        setIsLoading(false);
      }
    }
  };

  const hear = async ({ body }: Response) => {
    setIsAnswering(true);
    if (body) for await (const chunk of readChunks(body)) grow(chunk);
    changeLast((last) => ({ ...last, status: endOf(last) }));
  };

  const open = async (id: string, signal: AbortSignal) => {
    setIsLoading(true);
    const loaded = await loadMessages(id, signal);
    setMessages(loaded);
    setIsLoading(false);
    if (loaded.at(-1)?.status !== "streaming") return;
    const response = await openStream(`/agents/sessions/${id}/stream`, undefined, { signal });
    if (response.status === 204) return setMessages(await loadMessages(id, signal));
    changeLast((last) => ({ ...last, parts: [] }));
    await hear(response);
  };

  const ask = (body: object) =>
    listen(async (signal) => {
      setIsAnswering(true);
      const response = await openStream(`/agents/${agent}/run`, { ...body, session }, { signal });
      const id = response.headers.get("x-session-id") ?? session ?? "";
      shown.current = id;
      if (id !== session) onBegin(id);
      onAnswer();
      await hear(response);
      onAnswer();
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another conversation is opened; what opens it is made anew each time
  useEffect(() => {
    if (session === shown.current) return;
    shown.current = session;
    if (session) void listen((signal) => open(session, signal));
    else {
      listening.current?.abort();
      setMessages([]);
      setError(undefined);
      setIsAnswering(false);
    }
  }, [session]);
  useEffect(() => () => listening.current?.abort(), []);

  return {
    messages,
    isLoading,
    isAnswering,
    error,
    send: (prompt) => {
      const question: ChatMessage = { id: newId(), role: "user", parts: [{ type: "text", text: prompt }] };
      const answer: ChatMessage = { id: newId(), role: "assistant", parts: [], status: "streaming" };
      setMessages((before) => [...before, question, answer]);
      void ask({ prompt });
    },
    approve: (approvals) => {
      changeLast((last) => ({ ...last, status: "streaming" }));
      void ask({ approvals });
    },
    stop: () => {
      if (shown.current) void request(stopOperation, { session: shown.current }).catch(setError);
    },
  };
}

function endOf(message: ChatMessage): string {
  if (message.status === "failed" || message.status === "stopped") return message.status;
  return waitingCalls(message).length > 0 ? "waiting" : "done";
}

let lastId = 0;

/** Tells messages apart on this page until the platform's own ids are loaded; it is never sent. */
function newId(): string {
  lastId += 1;
  return `new-${lastId}`;
}
