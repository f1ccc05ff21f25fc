import { Link } from "@tanstack/react-router";
import { matchedWords } from "./matched-words.ts";
import type { FoundChunk } from "./queries.ts";

interface FoundChunkViewProps {
  readonly contextId: string;
  readonly chunk: FoundChunk;
  readonly query: string;
}

/** A passage with every score that it has. A neighbour that came along has none. */
export function FoundChunkView({ contextId, chunk, query }: FoundChunkViewProps) {
  const scores = [
    ["both", chunk.chunk_hybrid_score],
    ["distance", chunk.chunk_cosine_distance],
    ["rank", chunk.chunk_fts_rank],
  ] as const;
  const known = scores.filter((entry): entry is readonly [(typeof entry)[0], number] => entry[1] !== null);
  return (
    <article className={known.length > 0 ? "grid gap-1 px-4 py-3" : "grid gap-1 bg-sunken px-4 py-3"}>
      <h3 className="flex items-baseline justify-between gap-2">
        <Link
          to="/contexts/$contextId/items/$itemId"
          params={{ contextId, itemId: chunk.item_id }}
          search={{ tab: "chunks" }}
          className="min-w-0 font-medium break-words hover:underline"
        >
          {chunk.item_name}
        </Link>
        <span className="shrink-0 text-xs text-ink-faint">chunk {chunk.chunk_index + 1}</span>
      </h3>
      <p className="line-clamp-6 text-ink-soft break-words">
        {matchedWords(chunk.chunk_content, query).map(({ at, text, isMatch }) =>
          isMatch ? (
            <mark key={at} className="rounded-xs bg-warn-soft text-warn">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      {known.length > 0 ? (
        <dl className="flex flex-wrap gap-x-4 text-xs tabular-nums">
          {known.map(([name, value]) => (
            <div key={name} className="flex gap-1">
              <dt className="text-ink-faint">{name}</dt>
              <dd className="font-medium">{value.toFixed(3)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-xs text-ink-faint">came along as a neighbour</p>
      )}
    </article>
  );
}
