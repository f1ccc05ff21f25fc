import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../shared/api/api-error.ts";
import { operation, request, send } from "../../shared/api/request.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { editableFields } from "../../shared/workspace/context.ts";
import { itemDocuments } from "./documents.ts";
import type { Item } from "./item.ts";
import type { Sort } from "./items-search.ts";

/** Everything about a list but where it is scrolled to. */
export interface ItemsView {
  readonly context: Context;
  readonly names: readonly string[];
  readonly filters: readonly object[];
  readonly sort: Sort | undefined;
}

export type ItemInput = Readonly<Record<string, unknown>>;

export const itemsPerRequest = 100;

export const itemsKey = (context: Context) => ["items", context.id] as const;
export const pagesKey = (context: Context) => [...itemsKey(context), "page"] as const;
export const itemKey = (context: Context, id: string) => [...itemsKey(context), "one", id] as const;

/** One page of a list; pages are numbered from 1. */
export const itemsPageQuery = ({ context, names, filters, sort }: ItemsView, page: number) =>
  queryOptions({
    queryKey: [...pagesKey(context), { names, filters, sort }, page],
    queryFn: async ({ signal }) => {
      const document = operation<{ page: { items: readonly Item[] } }, object>(itemDocuments(context).page(names));
      const variables = { limit: itemsPerRequest, page, filters, ...(sort && { sort }) };
      return (await request(document, variables, { signal })).page.items;
    },
  });

export const itemCountQuery = ({ context, filters }: Pick<ItemsView, "context" | "filters">) =>
  queryOptions({
    queryKey: [...itemsKey(context), "count", { filters }],
    queryFn: async ({ signal }) => {
      const document = operation<{ count: { pageInfo: { itemCount: number } } }, object>(itemDocuments(context).count);
      return (await request(document, { filters }, { signal })).count.pageInfo.itemCount;
    },
    placeholderData: keepPreviousData,
  });

export const itemQuery = (context: Context, id: string) =>
  queryOptions({
    queryKey: itemKey(context, id),
    queryFn: async ({ signal }) => {
      const document = operation<{ item: Item }, { id: string }>(itemDocuments(context).byId);
      return (await request(document, { id }, { signal })).item;
    },
  });

/** The most that the platform gives at once, and so the most that can be chosen at once. */
export const mostChosen = 500;

export async function findIds(view: ItemsView): Promise<readonly string[]> {
  const document = operation<{ page: { items: readonly Item[] } }, object>(itemDocuments(view.context).page(["id"]));
  const { filters, sort } = view;
  const variables = { limit: mostChosen, page: 1, filters, ...(sort && { sort }) };
  return (await request(document, variables)).page.items.map(({ id }) => id);
}

// The platform counts every grant on an item as an object, and gives 5,000 of them at most.
const mostFound = 100;

export async function findItems(context: Context, ids: readonly string[]): Promise<readonly Item[]> {
  const document = operation<{ items: readonly Item[] }, object>(itemDocuments(context).byIds);
  const found = await inTurn(chunks(ids, mostFound), (some) => request(document, { ids: some }));
  return found.flatMap(({ items }) => items);
}

interface Result {
  readonly result: { readonly item: Item };
}

export async function createItem(context: Context, input: ItemInput): Promise<Item> {
  return (await request(operation<Result, object>(itemDocuments(context).create), { input })).result.item;
}

/** Required fields are part of every change: those that stay as they are, are repeated. */
export async function updateItem(context: Context, item: Item, changes: ItemInput): Promise<Item> {
  const input = { ...requiredOf(context, item), ...changes };
  const document = operation<Result, object>(itemDocuments(context).update);
  return (await request(document, { id: item.id, input })).result.item;
}

export async function copyItem(context: Context, id: string): Promise<Item> {
  return (await request(operation<Result, object>(itemDocuments(context).copy), { id })).result.item;
}

// 100 root fields and 2,000 tokens are the platform's limits for one operation.
const mostChanges = 40;

/** Each for itself: what fails is told, and does not stop the others. */
export async function updateItems(context: Context, ids: readonly string[], changes: ItemInput): Promise<Outcome> {
  const items = await findItems(context, ids);
  const outcomes = await inTurn(chunks(items, mostChanges), (some) => {
    const variables = some.flatMap((item, n) => [
      [`id${n}`, item.id],
      [`input${n}`, { ...requiredOf(context, item), ...changes }],
    ]);
    const document = itemDocuments(context).updateMany(some.length);
    return runMany(document, Object.fromEntries(variables), some.length);
  });
  return outcomes.reduce(sum, { done: 0, errors: [] });
}

export async function removeItems(
  context: Context,
  ids: readonly string[],
  options: { readonly keepalive: boolean },
): Promise<void> {
  const outcomes = await inTurn(chunks(ids, mostChanges), (some) => {
    const variables = Object.fromEntries(some.map((id, n) => [`id${n}`, id]));
    return runMany(itemDocuments(context).removeMany(some.length), variables, some.length, options);
  });
  const [error] = outcomes.flatMap(({ errors }) => errors);
  if (error) throw error;
}

export interface Outcome {
  readonly done: number;
  readonly errors: readonly ApiError[];
}

async function runMany(
  document: string,
  variables: object,
  count: number,
  options?: { readonly keepalive: boolean },
): Promise<Outcome> {
  const { data, errors } = await send(document, variables, options);
  if (data === null && errors.every(({ field }) => field === undefined)) {
    throw errors[0] ?? new ApiError("The answer was empty.", { code: "INTERNAL" });
  }
  return { done: count - errors.length, errors };
}

function sum(one: Outcome, other: Outcome): Outcome {
  return { done: one.done + other.done, errors: [...one.errors, ...other.errors] };
}

async function inTurn<Part, Result>(
  parts: readonly Part[],
  run: (part: Part) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const part of parts) results.push(await run(part));
  return results;
}

function chunks<Part>(list: readonly Part[], size: number): readonly (readonly Part[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
}

function requiredOf(context: Context, item: Item): ItemInput {
  const required = editableFields(context).filter((field) => field.required);
  return Object.fromEntries(required.map(({ name }) => [name, item[name]]));
}
