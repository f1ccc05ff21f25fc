import { Link } from "@tanstack/react-router";
import { classNames } from "../../shared/ui/class-names.ts";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { type ChatMessage, isToolCall, type MessagePart } from "./message.ts";
import { ToolCall } from "./tool-call.tsx";

interface MessageViewProps {
  readonly message: ChatMessage;
  readonly agentName: string;
}

const ends: Readonly<Record<string, string>> = {
  stopped: "Stopped.",
  interrupted: "Cut off: the server that answered ended.",
  waiting: "Waits for your decision.",
};

export function MessageView({ message, agentName }: MessageViewProps) {
  const { role, parts, status, error } = message;
  const isMine = role === "user";
  const sources = parts.flatMap((part) => (part.type === "source-url" ? [part] : []));
  return (
    <article className={classNames("grid gap-2", isMine && "justify-items-end")}>
      <h2 className="sr-only">{isMine ? "You" : agentName}</h2>
      <div
        className={classNames(
          "grid min-w-0 gap-2",
          isMine ? "max-w-[85%] rounded-lg bg-accent-soft px-3 py-2" : "w-full",
        )}
      >
        {parts.map((part, index) => (
          <Part key={keyOf(part, index)} part={part} />
        ))}
        {status === "streaming" && parts.length === 0 && (
          <p role="status" className="flex items-center gap-2 text-ink-faint">
            <Spinner /> Thinking …
          </p>
        )}
      </div>
      {sources.length > 0 && <Sources sources={sources} />}
      {status === "failed" && <p className="text-danger">{error ?? "The answer failed."}</p>}
      {status && ends[status] && <p className="text-xs text-ink-faint">{ends[status]}</p>}
    </article>
  );
}

function Part({ part }: { readonly part: MessagePart }) {
  if (isToolCall(part)) return <ToolCall call={part} />;
  if (part.type === "text") return <Words text={part.text} />;
  if (part.type === "reasoning" && part.text !== "") {
    return (
      <details className="text-ink-faint">
        <summary className="text-xs">Reasoning</summary>
        <Words text={part.text} />
      </details>
    );
  }
  return null;
}

/** Parts are only ever added at the end: a place among them stays. */
function keyOf(part: MessagePart, index: number): string {
  return isToolCall(part) ? part.toolCallId : `${part.type} ${index}`;
}

/** Never as markup: an answer may repeat what anybody has written into an item. */
function Words({ text }: { readonly text: string }) {
  return [...text.matchAll(/\S(?:(?!\n\n).)*/gs)].map(({ 0: block, index }) => {
    const isQuote = block.startsWith("> ");
    return (
      <p
        key={index}
        className={classNames("break-words whitespace-pre-wrap", isQuote && "border-l-2 pl-3 text-ink-soft")}
      >
        {isQuote ? block.replaceAll(/^> ?/gm, "") : block}
      </p>
    );
  });
}

function Sources({ sources }: { readonly sources: readonly { readonly url: string; readonly title?: string }[] }) {
  return (
    <ul aria-label="Sources" className="flex flex-wrap gap-1.5">
      {sources.map(({ url, title }) => (
        <li key={url}>
          <Source url={url} title={title ?? url} />
        </li>
      ))}
    </ul>
  );
}

const chip = "inline-block max-w-64 truncate rounded border bg-raised px-2 py-0.5 text-xs hover:bg-hover";

/** An item of a context, or a page of the web; nothing else is a link. */
function Source({ url, title }: { readonly url: string; readonly title: string }) {
  const [, contextId, itemId] = /^platform:\/\/([^/]+)\/([^/]+)$/.exec(url) ?? [];
  if (contextId && itemId) {
    return (
      <Link to="/contexts/$contextId/items/$itemId" params={{ contextId, itemId }} className={chip}>
        {title}
      </Link>
    );
  }
  if (!/^https?:\/\//.test(url)) return <span className={chip}>{title}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={chip}>
      {title}
    </a>
  );
}
