import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { toFilters } from "./conditions.ts";
import type { Item } from "./item.ts";
import { columnsOf, type ItemsSearch, sortOf } from "./items-search.ts";
import { type ItemsView, itemCountQuery, itemsPageQuery, itemsPerRequest } from "./queries.ts";

// A browser can't scroll further than this many rows; whoever has more filters anyway.
const mostRows = 500_000;

export interface Items {
  readonly view: ItemsView;
  /** How many there are; undefined until it is known. */
  readonly count: number | undefined;
  /** By its place in the list; undefined while it is being loaded. */
  itemAt(index: number): Item | undefined;
  /** To be told which places are in sight, so that they are loaded. */
  onSight(first: number, last: number): void;
  readonly error: Error | null;
  retry(): void;
}

/** A list of any length, loaded as far as it is looked at. */
export function useItems(context: Context, search: ItemsSearch): Items {
  const view = useItemsView(context, search);
  const [sight, setSight] = useState(() => pageOf(((search.page ?? 1) - 1) * itemsPerRequest));
  const removed = useRemovedIds(context.id);
  const count = useQuery(itemCountQuery(view));
  const pages = useQueries({
    queries: sight.map((page) => itemsPageQuery(view, page)),
    combine: (results) => ({
      items: new Map(results.map(({ data }, index) => [sight[index], data])),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => results.forEach(({ refetch }) => void refetch()),
    }),
  });

  const stored = (index: number) => pages.items.get(Math.floor(index / itemsPerRequest) + 1)?.[index % itemsPerRequest];
  const gaps = sight.flatMap((page) =>
    (pages.items.get(page) ?? []).flatMap((item, n) =>
      removed.has(item.id) ? [(page - 1) * itemsPerRequest + n] : [],
    ),
  );
  const total = count.data === undefined ? undefined : Math.max(0, count.data - gaps.length);

  return {
    view,
    count: total === undefined ? undefined : Math.min(total, mostRows),
    itemAt: (index) => stored(placeOf(index, gaps)),
    onSight: (first, last) => setSight((before) => keepSame(before, pageOf(first, last + gaps.length))),
    error: count.error ?? pages.error,
    retry: () => {
      void count.refetch();
      pages.retry();
    },
  };
}

function useItemsView(context: Context, search: ItemsSearch): ItemsView {
  const { q = "", where, match, sort, columns } = search;
  return useMemo(() => {
    const shown = columnsOf(context, columns ? { columns } : {}).map(({ name }) => name);
    const title = context.titleField === null ? [] : [context.titleField];
    return {
      context,
      names: [...new Set(["id", ...title, ...shown])],
      filters: toFilters(context, { conditions: where ?? [], isAny: match === "any", words: q }),
      sort: sortOf(context, sort ? { sort } : {}),
    };
  }, [context, q, where, match, sort, columns]);
}

/** The pages that hold these places. */
function pageOf(first: number, last = first): readonly number[] {
  const from = Math.floor(first / itemsPerRequest) + 1;
  const to = Math.floor(last / itemsPerRequest) + 1;
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

function keepSame(before: readonly number[], after: readonly number[]): readonly number[] {
  return before.length === after.length && before.every((page, n) => page === after[n]) ? before : after;
}

/** The place in the stored list: those that are on their way out take up no place in what is shown. */
function placeOf(index: number, gaps: readonly number[]): number {
  let place = index;
  for (const gap of gaps) if (gap <= place) place += 1;
  return place;
}
