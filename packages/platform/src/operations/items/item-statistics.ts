import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { and } from "../../query/condition.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { parseLimit } from "../../query/parse-page.ts";
import { orderedField } from "../../query/parse-sort.ts";
import { countItems, type Group, groupItems } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

export interface StatisticsOptions {
  readonly filters?: unknown;
  readonly groupBy?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

/** How many items there are: in all (one group, `total`), or by the value of a field, the largest groups first. */
export async function itemStatistics(
  call: Call,
  resource: Resource,
  options: StatisticsOptions,
): Promise<readonly Group[]> {
  const limit = parseLimit(options.limit);
  const filter = parseFilters(resource, options.filters);
  const condition = and(filter, permittedItems(call.principal, resource, "read"));
  if (options.groupBy === undefined || options.groupBy === null) {
    return [{ group: "total", count: await countItems(call.database, resource, condition) }];
  }
  const field = orderedField(resource, options.groupBy, "group by");
  return groupItems(call.database, resource, { condition, field, limit });
}
