import { z } from "zod";
import type { PlatformContext } from "../../definitions/context.ts";
import type { ContextHandle } from "../../definitions/context-handle.ts";
import type { PlatformEmbedder } from "../../definitions/embedder.ts";
import type { SearchChunk } from "../../definitions/search.ts";
import { contextToolId, PlatformTool } from "../../definitions/tool.ts";

/** A passage that was found, with what it takes to cite it. */
interface Passage {
  readonly context: string;
  /** The id of the item. */
  readonly item: string;
  readonly name: string;
  /** The id of the chunk. */
  readonly chunk: string;
  readonly text: string;
  readonly score: number | null;
}

type SearchableContext = PlatformContext & { readonly embedder: PlatformEmbedder };

const mostPassages = 20;
const usualPassages = 5;

/** A tool that searches a context, with the rights of whoever asks. */
export function contextTool(context: SearchableContext): PlatformTool {
  const about = context.description ? `: ${context.description.replace(/\.$/, "")}` : "";
  const fields = context.fields.map(({ name, type }) => `${name} (${type})`).join(", ");
  const tool = new PlatformTool({
    id: contextToolId(context.id),
    name: contextToolId(context.id),
    category: "contexts",
    type: "context",
    description: `Searches ${context.name}${about}. Gives passages, best first, each with the id and name of its item: cite them.`,
    inputSchema: z.object({
      query: z.string().trim().min(1).max(2000).describe("What to look for, in plain words."),
      limit: z.int().min(1).max(mostPassages).default(usualPassages).describe("Most passages."),
      filters: z
        .array(z.record(z.string(), z.unknown()))
        .max(10)
        .optional()
        .describe(
          `Which items count; one of them must fit. Like [{ "field": { "eq": "value" } }]. The fields are: ${fields}.`,
        ),
    }),
    config: [],
    execute: async ({ inputs, items }) => {
      const handle: Pick<ContextHandle<SearchableContext>, "search"> = items(context);
      const chunks = await handle.search({
        query: inputs.query,
        limit: inputs.limit,
        ...(inputs.filters && { itemFilters: inputs.filters as never }),
      });
      const passages = chunks.map((chunk) => passage(context.id, chunk));
      const found = new Map(passages.map(({ item, name }) => [item, { id: item, name, context: context.id }]));
      return { result: { passages }, items: [...found.values()] };
    },
  });
  return tool;
}

function passage(context: string, chunk: SearchChunk): Passage {
  return {
    context,
    item: chunk.item_id,
    name: chunk.item_name,
    chunk: chunk.chunk_id,
    text: chunk.chunk_content,
    score: chunk.chunk_hybrid_score,
  };
}
