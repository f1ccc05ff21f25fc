import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { showToast } from "../ui/toast-store.ts";
import { removeWithUndo, useRemovedIds } from "../undo/removals.ts";
import { keyOfOne, type RecordKind, removalKind } from "./record-kind.ts";

export function useSaveRecord<Item extends { readonly id: string }, Input>(kind: RecordKind<Item, Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: Input }) => {
      const { result } =
        id === undefined ? await request(kind.create, { input }) : await request(kind.update, { id, input });
      return result.item;
    },
    onSuccess: (item) => {
      client.setQueryData(keyOfOne(kind, item.id), item);
      showToast("Saved", { tone: "good" });
    },
    // Not waited for: what was saved is known, and whoever leaves now loses nothing.
    onSettled: () => void client.invalidateQueries({ queryKey: [kind.key[0]] }),
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function useRemoveRecord<Item, Input>(kind: RecordKind<Item, Input>): (item: Named) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: removalKind(kind),
      ids: [id],
      text: `Deleted “${name}”`,
      run: async (options) => {
        await request(kind.remove, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: [kind.key[0]] }),
    });
}

/** Without those that are on their way out. */
export function useRemaining<Item, Input>(
  kind: RecordKind<Item, Input>,
): <Each extends { readonly id: string }>(records: readonly Each[]) => readonly Each[] {
  const removed = useRemovedIds(removalKind(kind));
  return (records) => records.filter(({ id }) => !removed.has(id));
}
