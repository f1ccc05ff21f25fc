import { useQuery } from "@tanstack/react-query";
import { counted } from "../../shared/format/format-values.ts";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState, LoadingState } from "../../shared/ui/states.tsx";
import { FoundChunkView } from "./found-chunk.tsx";
import type { searchMethods } from "./methods.ts";
import { searchQuery } from "./queries.ts";
import { searchAsGraphql } from "./search-document.ts";
import type { SearchSettings } from "./search-settings.ts";

interface MethodColumnProps {
  readonly contextId: string;
  readonly method: (typeof searchMethods)[number];
  readonly settings: SearchSettings;
}

/** What one of the three methods finds. */
export function MethodColumn({ contextId, method: { name, label, text }, settings }: MethodColumnProps) {
  const query = useQuery(searchQuery(contextId, name, settings));
  const hits = query.data?.filter(
    ({ chunk_hybrid_score, chunk_cosine_distance, chunk_fts_rank }) =>
      (chunk_hybrid_score ?? chunk_cosine_distance ?? chunk_fts_rank) !== null,
  );
  return (
    <section aria-label={label} className="min-w-0 rounded-lg border bg-raised">
      <header className="flex items-start justify-between gap-2 border-b px-4 py-2.5">
        <div>
          <h2 className="font-semibold">{label}</h2>
          <p className="text-xs text-ink-faint">{text}</p>
        </div>
        <span className="flex shrink-0 items-center gap-1 text-xs text-ink-faint">
          <span role="status">{hits && counted(hits.length, "hit")}</span>
          <CopyButton what={`${label} as GraphQL`} text={searchAsGraphql(contextId, name, settings)} />
        </span>
      </header>
      <QueryView
        query={query}
        loading={
          <div className="px-4">
            <LoadingState rows={4} />
          </div>
        }
      >
        {(chunks) =>
          chunks.length === 0 ? (
            <EmptyState title="Nothing found">Try other words, or move the cutoffs.</EmptyState>
          ) : (
            <div className="divide-y">
              {chunks.map((chunk) => (
                <FoundChunkView key={chunk.chunk_id} contextId={contextId} chunk={chunk} query={settings.q ?? ""} />
              ))}
            </div>
          )
        }
      </QueryView>
    </section>
  );
}
