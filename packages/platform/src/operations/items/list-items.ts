import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { parsePage } from "../../query/parse-page.ts";
import { parseSort, type SortInput } from "../../query/parse-sort.ts";
import type { Row } from "../../storage/database.ts";
import { countItems, readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import { listRankedItems, type RankedSearch } from "../chunks/list-ranked-items.ts";

export interface ListOptions {
  readonly filters?: unknown;
  readonly sort?: SortInput | null | undefined;
  readonly limit?: number | null | undefined;
  readonly page?: number | null | undefined;
  /** Ranks the items by what they say, instead of sorting them. */
  readonly search?: RankedSearch | null | undefined;
  /** The fields of the items; undefined when no item is wanted. */
  readonly fields: readonly string[] | undefined;
  /** Whether the number of matches is wanted. */
  readonly isCounted: boolean;
}

export interface ListedItems {
  readonly items: readonly Row[];
  /** 0 when it was not asked for. */
  readonly count: number;
  readonly limit: number;
  readonly page: number;
}

/** One page: at most two statements, and only those that are needed. */
export async function listItems(call: Call, resource: Resource, options: ListOptions): Promise<ListedItems> {
  const { search } = options;
  if (search) return listRankedItems(call, resource, { ...options, search });
  const { limit, page } = parsePage(options.limit, options.page);
  const sort = parseSort(resource, options.sort);
  const filter = parseFilters(resource, options.filters);
  const condition = and(filter, permittedItems(call.principal, resource, "read"));
  if (condition.kind === "nothing") return { items: [], count: 0, limit, page };

  const { fields, isCounted } = options;
  const offset = (page - 1) * limit;
  const [items, count] = await Promise.all([
    fields ? readItems(call.database, resource, { condition, sort, limit, offset, fields }) : [],
    isCounted ? countItems(call.database, resource, condition) : 0,
  ]);
  return { items, count, limit, page };
}
