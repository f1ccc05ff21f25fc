import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Operation, request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";

interface Result<Item> {
  readonly result: { readonly item: Item };
}

/** Sets, cases and runs are made, changed and deleted in the same way. */
export interface RecordKind<Item, Input> {
  readonly name: "sets" | "cases" | "runs";
  readonly create: Operation<Result<Item>, { readonly input: Input }>;
  readonly update: Operation<Result<Item>, { readonly id: string; readonly input: Input }>;
  readonly remove: Operation<unknown, { readonly id: string }>;
}

export function useSaveRecord<Item extends { readonly id: string }, Input>(kind: RecordKind<Item, Input>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: Input }) => {
      const { result } =
        id === undefined ? await request(kind.create, { input }) : await request(kind.update, { id, input });
      return result.item;
    },
    onSuccess: (item) => {
      client.setQueryData(["evals", kind.name, "one", item.id], item);
      showToast("Saved", { tone: "good" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["evals"] }),
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function useRemoveRecord<Item extends Named, Input>(kind: RecordKind<Item, Input>): (item: Named) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: removalKind(kind),
      ids: [id],
      text: `Deleted “${name}”`,
      run: async (options) => {
        await request(kind.remove, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["evals"] }),
    });
}

/** What lists hide that is on its way out. */
export function removalKind({ name }: Pick<RecordKind<never, never>, "name">): string {
  return `evals ${name}`;
}
