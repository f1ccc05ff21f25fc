import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { messageOf } from "../../shared/api/api-error.ts";
import { counted } from "../../shared/format/format-values.ts";
import { Button } from "../../shared/ui/button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { type Chunk, chunksQuery, generateChunks } from "./queries.ts";

interface ItemChunksProps {
  readonly context: Context;
  readonly itemId: string;
  readonly canWrite: boolean;
}

// As long as a job for it may still be running.
const lookAgainInMilliseconds = 2000;

/** The passages by which an item is found. */
export function ItemChunks({ context, itemId, canWrite }: ItemChunksProps) {
  const client = useQueryClient();
  const generate = useMutation({
    mutationFn: () => generateChunks(context, itemId),
    onSuccess: ({ message }) => showToast(message, { tone: "good" }),
    onError: (error) => showToast(messageOf(error), { tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["chunks", context.id, itemId] }),
  });
  const query = useQuery({
    ...chunksQuery(context, itemId),
    refetchInterval: ({ state: { data = [] } }) => (data.length === 0 ? lookAgainInMilliseconds : false),
  });
  return (
    <div className="grid max-w-3xl gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-soft">
          <span role="status">{query.data && counted(query.data.length, "chunk")}</span> · made by{" "}
          {context.search?.embedder}
        </p>
        {canWrite && (
          <Button onClick={() => generate.mutate()} isBusy={generate.isPending}>
            <RefreshCw size={14} />
            Make them again
          </Button>
        )}
      </div>
      <QueryView query={query}>
        {(chunks) =>
          chunks.length === 0 ? (
            <EmptyState title="It can't be searched yet">
              Its chunks are made after it is saved; while there are none, this page looks again by itself.
            </EmptyState>
          ) : (
            <ol className="grid gap-2">
              {chunks.map((chunk) => (
                <li key={chunk.chunk_id}>
                  <ChunkView chunk={chunk} />
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </div>
  );
}

function ChunkView({ chunk }: { readonly chunk: Chunk }) {
  const { chunk_metadata: metadata } = chunk;
  const hasMetadata = typeof metadata === "object" && metadata !== null && Object.keys(metadata).length > 0;
  return (
    <article className="rounded-lg border bg-raised px-4 py-3">
      <header className="mb-1 flex justify-between gap-2 text-xs text-ink-faint">
        <h3 className="font-medium">Chunk {chunk.chunk_index + 1}</h3>
        <Time value={chunk.chunk_updated_at} />
      </header>
      <p className="break-words whitespace-pre-wrap">{chunk.chunk_content}</p>
      {hasMetadata && (
        <pre className="mt-2 font-mono text-xs break-words whitespace-pre-wrap text-ink-faint">
          {JSON.stringify(metadata)}
        </pre>
      )}
    </article>
  );
}
