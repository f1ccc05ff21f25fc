import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { chunkDocuments } from "./documents.ts";

export interface Chunk {
  readonly chunk_id: string;
  readonly chunk_index: number;
  readonly chunk_content: string;
  readonly chunk_metadata: unknown;
  readonly chunk_updated_at: string;
}

export const chunksQuery = ({ id }: Context, itemId: string) =>
  queryOptions({
    queryKey: ["chunks", id, itemId],
    queryFn: async ({ signal }) => {
      const read = operation<{ readonly item: { readonly chunks: readonly Chunk[] | null } | null }, { id: string }>(
        chunkDocuments(id).list,
      );
      return (await request(read, { id: itemId }, { signal })).item?.chunks ?? [];
    },
  });

export interface Generated {
  readonly message: string;
  readonly jobs: readonly string[] | null;
}

export async function generateChunks({ id }: Context, itemId: string): Promise<Generated> {
  const generate = operation<{ readonly result: Generated }, { id: string }>(chunkDocuments(id).generate);
  return (await request(generate, { id: itemId })).result;
}
