import { queryOptions } from "@tanstack/react-query";
import { send } from "../api/request.ts";
import type { Context } from "./context.ts";

/** How many items each context has that the caller may see, by its id; a context that does not answer is left out. */
export const itemCountsQuery = (contexts: readonly Context[]) =>
  queryOptions({
    queryKey: ["counts", contexts.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const fields = contexts.map(({ id }, index) => `c${index}: ${id}Statistics { count }`);
      const document = `query Counts { ${fields.join(" ")} }`;
      const { data, errors } = await send<Record<string, readonly { count: number }[] | null>>(
        document,
        {},
        { signal },
      );
      if (data === null && errors[0]) throw errors[0];
      const counts = contexts.map(({ id }, index) => [id, data?.[`c${index}`]?.[0]?.count] as const);
      return new Map(counts.filter((entry): entry is [string, number] => entry[1] !== undefined));
    },
    enabled: contexts.length > 0,
    staleTime: 10_000,
  });
