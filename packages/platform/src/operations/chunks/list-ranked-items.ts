import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { SearchCutoffs, SearchMethod } from "../../definitions/search.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { and, oneOf } from "../../query/condition.ts";
import { parsePage } from "../../query/parse-page.ts";
import { parseSort } from "../../query/parse-sort.ts";
import { type RankedItem, rankItems } from "../../search/rank-items.ts";
import { chunksField, relevanceFields } from "../../storage/chunks/item-chunks.ts";
import type { Row } from "../../storage/database.ts";
import { readItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";
import type { ListedItems, ListOptions } from "../items/list-items.ts";
import { prepareRanking } from "./prepare-ranking.ts";

/** What makes a list a ranked one. */
export interface RankedSearch {
  readonly query: string;
  readonly method: SearchMethod;
  readonly cutoffs?: SearchCutoffs | null | undefined;
}

/** One depth for every page: with a deeper one, an item of the first page could come again on the second. */
const depth = 1000;

/** One page of the items that fit a query, best first. */
export async function listRankedItems(
  call: Call,
  resource: Resource,
  options: Omit<ListOptions, "search"> & { readonly search: RankedSearch },
): Promise<ListedItems> {
  const { limit, page } = parsePage(options.limit, options.page);
  if (options.sort) throw new BadInputError(`A list has either a search, which ranks it, or a sort.`);
  const { query, method, cutoffs } = options.search;
  const ranking = await prepareRanking(call, resource, { query, method, cutoffs, depth, filters: options.filters });
  const { fields = [] } = options;
  const isDetailed = fields.some(isRanked);
  const ranked = await rankItems(call.database, ranking, { limit, offset: (page - 1) * limit, isDetailed });
  const items = options.fields ? await readRankedItems(call, resource, ranked.items, options.fields) : [];
  return { items, count: ranked.count, limit, page };
}

function isRanked(field: string): boolean {
  return field === chunksField || relevanceFields.includes(field);
}

async function readRankedItems(
  call: Call,
  resource: Resource,
  ranked: readonly RankedItem[],
  fields: readonly string[],
): Promise<readonly Row[]> {
  if (ranked.length === 0) return [];
  const ids = ranked.map(({ id }) => id);
  const stored = await readItems(call.database, resource, {
    condition: and(oneOf("id", ids), permittedItems(call.principal, resource, "read")),
    sort: parseSort(resource, { field: "id" }),
    limit: ids.length,
    fields: [...new Set(["id", ...fields.filter((field) => !isRanked(field))])],
  });
  const byId = new Map(stored.map((item) => [item.id, item]));
  return ranked.flatMap(({ id, ...scores }) => {
    const item = byId.get(id);
    return item ? [{ ...item, ...scores }] : [];
  });
}
