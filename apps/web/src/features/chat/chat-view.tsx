import { useEffect, useRef } from "react";
import { ErrorState, LoadingState } from "../../shared/ui/states.tsx";
import { ApprovalBar } from "./approval-bar.tsx";
import { Composer } from "./composer.tsx";
import { waitingCalls } from "./message.ts";
import { MessageView } from "./message-view.tsx";
import { useChat } from "./use-chat.ts";

interface ChatViewProps {
  readonly agent: { readonly id: string; readonly name: string; readonly welcomeMessage: string | null };
  readonly session: string | undefined;
  onBegin(session: string): void;
  onAnswer(): void;
}

export function ChatView({ agent, ...options }: ChatViewProps) {
  const chat = useChat({ agent: agent.id, ...options });
  const end = useRef<HTMLDivElement>(null);
  const { messages, isAnswering } = chat;
  useEffect(() => {
    // Some browsers give back a promise, which would be taken for what ends the effect.
    if (messages.length > 0) end.current?.scrollIntoView({ block: "end" });
  }, [messages]);
  const last = messages.at(-1);
  const waiting = last && !isAnswering ? waitingCalls(last) : [];
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-10rem)] w-full max-w-3xl flex-col">
      <div role="log" aria-label="Conversation" className="grid grow content-start gap-5 pb-4">
        {messages.length === 0 && !chat.isLoading && (
          <p className="py-10 text-center text-ink-soft">{agent.welcomeMessage ?? `Ask ${agent.name} something.`}</p>
        )}
        {chat.isLoading && messages.length === 0 && <LoadingState rows={4} />}
        {messages.map((message) => (
          <MessageView key={message.id} message={message} agentName={agent.name} />
        ))}
        {chat.error && <ErrorState error={chat.error} />}
      </div>
      <div ref={end} className="sticky bottom-0 grid gap-2 bg-canvas pt-2 pb-4">
        {waiting.length > 0 && (
          <ApprovalBar
            key={waiting.map(({ toolCallId }) => toolCallId).join()}
            calls={waiting}
            onDecided={chat.approve}
          />
        )}
        <Composer agentName={agent.name} isAnswering={isAnswering} onSend={chat.send} onStop={chat.stop} />
      </div>
    </div>
  );
}
