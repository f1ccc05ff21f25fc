import { type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { enumValueName } from "../../definitions/enum-names.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { Call } from "../../operations/call.ts";
import { findFirstItem, findItem } from "../../operations/items/find-item.ts";
import { findItemsByIds } from "../../operations/items/find-items-by-ids.ts";
import { itemStatistics, type StatisticsOptions } from "../../operations/items/item-statistics.ts";
import { type ListOptions, listItems } from "../../operations/items/list-items.ts";
import { selectionOf } from "../selection.ts";
import type { ResourceTypes } from "../types/resource-types.ts";
import { RankedSearch } from "../types/search-types.ts";
import { SortBy, StatisticsResult } from "../types/shared-types.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

/** The queries that one resource adds to the schema. */
export function queryFields(resource: Resource, types: ResourceTypes): Fields {
  const { names, id } = resource;
  const filters = { type: new GraphQLList(types.filter), description: "Conditions that must all hold." };
  const sort = { type: SortBy, description: "The order. Default: newest first." };

  return {
    [names.byId]: field<{ id: string }>({
      type: types.item,
      description: `The ${id} item with this id.`,
      args: { id: { type: new GraphQLNonNull(GraphQLID), description: "The id." } },
      resolve: (call, args, info) => findItem(call, resource, args.id, selectionOf(info).names),
    }),
    [names.byIds]: field<{ ids: readonly string[] }>({
      type: new GraphQLNonNull(new GraphQLList(types.item)),
      description: `The ${id} items with these ids, in this order; missing ones are left out.`,
      args: {
        ids: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLID))),
          description: "The ids, 500 at most.",
        },
      },
      resolve: (call, args, info) => findItemsByIds(call, resource, args.ids, selectionOf(info).names),
    }),
    [names.one]: field<Pick<ListOptions, "filters" | "sort">>({
      type: types.item,
      description: `The first ${id} item that matches; null when none does.`,
      args: { filters, sort },
      resolve: (call, { filters, sort }, info) =>
        findFirstItem(call, resource, { filters, sort, fields: selectionOf(info).names }),
    }),
    [names.pagination]: field<Omit<ListOptions, "fields" | "isCounted">>({
      type: types.paginationResult,
      description: `One page of ${id}.`,
      args: {
        limit: { type: GraphQLInt, description: "Items per page, 1 to 500. Default: 10." },
        page: { type: GraphQLInt, description: "The number of the page, from 1. Default: 1." },
        filters,
        sort,
        ...(resource.search && {
          search: { type: RankedSearch, description: "Ranks the list instead of sorting it." },
        }),
      },
      resolve: async (call, args, info) => {
        const selected = selectionOf(info).fields;
        const pageInfo = selected.get("pageInfo");
        const fields = selected.get("items")?.names;
        const isCounted = pageInfo?.names.some((name) => countedFields.has(name)) ?? false;
        const { items, count, limit, page } = await listItems(call, resource, { ...args, fields, isCounted });
        return { items, pageInfo: pageInfoOf(count, limit, page) };
      },
    }),
    [names.statistics]: field<StatisticsOptions>({
      type: new GraphQLNonNull(new GraphQLList(StatisticsResult)),
      description: `How many ${id} items there are, in all or by the value of a field.`,
      args: {
        filters,
        groupBy: { type: GraphQLString, description: "The name of a field. Default: one group, `total`." },
        limit: { type: GraphQLInt, description: "The most groups, largest first, 1 to 500. Default: 10." },
      },
      resolve: async (call, args) => {
        const groups = await itemStatistics(call, resource, args);
        const isEnum = args.groupBy ? resource.readable.get(args.groupBy)?.type === "enum" : false;
        return groups.map(({ group, count }) => ({ group: groupName(group, isEnum), count }));
      },
    }),
  };
}

interface TypedField<Args> extends Omit<GraphQLFieldConfig<unknown, Call>, "resolve"> {
  resolve(call: Call, args: Args, info: Parameters<typeof selectionOf>[0]): unknown;
}

/** Arguments arrive as the schema declares them; this names their types for one resolver. */
export function field<Args>({ resolve, ...config }: TypedField<Args>): GraphQLFieldConfig<unknown, Call> {
  return { ...config, resolve: (_source, args, call, info) => resolve(call, args as Args, info) };
}

const countedFields = new Set(["pageCount", "itemCount", "hasNextPage"]);

export function pageInfoOf(itemCount: number, limit: number, page: number) {
  const pageCount = Math.ceil(itemCount / limit);
  return { pageCount, itemCount, currentPage: page, hasPreviousPage: page > 1, hasNextPage: page < pageCount };
}

function groupName(group: unknown, isEnum: boolean): string | null {
  if (group === null) return null;
  return isEnum ? enumValueName(String(group)) : String(group);
}
