import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { counted } from "../../shared/format/format-values.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { type Item, titleOf } from "./item.ts";
import {
  copyItem,
  createItem,
  type ItemInput,
  itemKey,
  itemsKey,
  pagesKey,
  removeItems,
  updateItem,
  updateItems,
} from "./queries.ts";

export function useCreateItem(context: Context) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ItemInput) => createItem(context, input),
    onSuccess: (item) => {
      client.setQueryData(itemKey(context, item.id), item);
      return refresh(client, context);
    },
  });
}

/** Shows the change at once, and takes it back when the platform refuses it. */
export function useUpdateItem(context: Context) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, changes }: { item: Item; changes: ItemInput }) => updateItem(context, item, changes),
    onMutate: ({ item, changes }) => applyChanges(client, context, [item.id], changes),
    onError: (_error, _variables, undo) => undo?.(),
    onSuccess: (item) => client.setQueryData(itemKey(context, item.id), item),
    onSettled: () => refresh(client, context),
  });
}

export function useUpdateItems(context: Context) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, changes }: { ids: readonly string[]; changes: ItemInput }) =>
      updateItems(context, ids, changes),
    onMutate: ({ ids, changes }) => applyChanges(client, context, ids, changes),
    onSuccess: ({ done, errors }) => {
      const [error] = errors;
      if (!error) showToast(`Changed ${counted(done, "item")}`, { tone: "good" });
      else showToast(`Changed ${done}, but ${errors.length} not: ${messageOf(error)}`, { tone: "danger" });
    },
    onError: (error, _variables, undo) => {
      undo?.();
      showToast(`Not changed: ${messageOf(error)}`, { tone: "danger" });
    },
    onSettled: () => refresh(client, context),
  });
}

export function useCopyItem(context: Context) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => copyItem(context, id),
    onSuccess: (item) => {
      client.setQueryData(itemKey(context, item.id), item);
      showToast(`Copied to “${titleOf(context, item)}”`, { tone: "good" });
      return refresh(client, context);
    },
    onError: (error) => showToast(`Not copied: ${messageOf(error)}`, { tone: "danger" }),
  });
}

/** `name`: what to call them while it can still be undone. */
export function useRemoveItems(context: Context): (ids: readonly string[], name: string) => void {
  const client = useQueryClient();
  return (ids, name) =>
    removeWithUndo({
      kind: context.id,
      ids,
      text: `Deleted ${name}`,
      run: (options) => removeItems(context, ids, options),
      settle: () => {
        for (const id of ids) client.removeQueries({ queryKey: itemKey(context, id) });
        return refresh(client, context);
      },
    });
}

/** Counts elsewhere follow from the items, too. */
async function refresh(client: QueryClient, context: Context): Promise<void> {
  void client.invalidateQueries({ queryKey: ["audit"] });
  void client.invalidateQueries({ queryKey: ["counts"] });
  await client.invalidateQueries({ queryKey: itemsKey(context) });
}

/** Puts the changes into everything that shows these items; gives what puts it back. */
async function applyChanges(
  client: QueryClient,
  context: Context,
  ids: readonly string[],
  changes: ItemInput,
): Promise<() => void> {
  await client.cancelQueries({ queryKey: itemsKey(context) });
  const before = client.getQueriesData({ queryKey: itemsKey(context) });
  const changed = (item: Item) => (ids.includes(item.id) ? { ...item, ...changes } : item);
  client.setQueriesData<readonly Item[]>({ queryKey: pagesKey(context) }, (items) => items?.map(changed));
  for (const id of ids) {
    client.setQueryData<Item>(itemKey(context, id), (item) => item && changed(item));
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
