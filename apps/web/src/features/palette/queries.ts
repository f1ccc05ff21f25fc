import { queryOptions } from "@tanstack/react-query";
import { send } from "../../shared/api/request.ts";
import type { Context } from "../../shared/workspace/context.ts";

export interface FoundItem {
  readonly context: Context;
  readonly id: string;
  readonly title: string;
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

const mostContexts = 20;

/** Items of every context whose title has this text in it. A context that can't be searched does not stop the others. */
export const foundItemsQuery = (contexts: readonly Context[], text: string) =>
  queryOptions({
    queryKey: ["found-items", text],
    queryFn: async ({ signal }): Promise<readonly FoundItem[]> => {
      const searched = contexts.filter(({ titleField }) => titleField !== null).slice(0, mostContexts);
      const { data } = await send<Record<string, Page | null>>(titlesDocument(searched), { text }, { signal });
      return searched.flatMap((context, index) =>
        (data?.[`c${index}`]?.items ?? []).map((item) => ({
          context,
          id: String(item.id),
          title: String(item[context.titleField ?? "id"]),
        })),
      );
    },
    enabled: text.length >= 2 && contexts.some(({ titleField }) => titleField !== null),
    staleTime: 15_000,
  });

function titlesDocument(contexts: readonly Context[]): string {
  const fields = contexts.map(
    ({ id, titleField }, index) =>
      `c${index}: ${id}Pagination(limit: 5, filters: [{ ${titleField}: { contains: $text } }]) { items { id ${titleField} } }`,
  );
  return `query FindItems($text: String!) { ${fields.join(" ")} }`;
}
