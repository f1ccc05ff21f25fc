import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import {
  createVariableOperation,
  removeVariableOperation,
  updateVariableOperation,
  type Variable,
  type VariableInput,
} from "./queries.ts";

export function useSaveVariable(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: VariableInput }): Promise<void> => {
      if (id === undefined) await request(createVariableOperation, { input });
      else await request(updateVariableOperation, { id, input });
    },
    onSuccess: (_data, { input }) => {
      showToast(`Saved ${input.name}`, { tone: "good" });
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["variables"] }),
  });
}

export function useRemoveVariable(): (variable: Variable) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: "variables",
      ids: [id],
      text: `Deleted ${name}`,
      run: async (options) => {
        await request(removeVariableOperation, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["variables"] }),
    });
}
