import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useDebounced } from "../../shared/ui/use-debounced.ts";
import { useCan, useContexts } from "../../shared/workspace/use-workspace.ts";
import { type FoundItem, foundItemsQuery } from "./queries.ts";

export function useFoundItems(search: string): { readonly items: readonly FoundItem[]; readonly isSearching: boolean } {
  const contexts = useContexts();
  const canRead = useCan("contexts", "read");
  const text = useDebounced(useDeferredValue(search.trim()), 150);
  const query = foundItemsQuery(contexts, text);
  const { data = [], isFetching } = useQuery({
    ...query,
    enabled: canRead && text.length >= 2,
    placeholderData: keepPreviousData,
  });
  return { items: text.length >= 2 ? data : [], isSearching: isFetching };
}
