import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import {
  createWorkflowOperation,
  removeWorkflowOperation,
  updateWorkflowOperation,
  type Workflow,
  type WorkflowInput,
} from "./queries.ts";

export function useSaveWorkflow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: WorkflowInput }) =>
      id === undefined
        ? (await request(createWorkflowOperation, { input })).workflow_templatesCreateOne.item
        : (await request(updateWorkflowOperation, { id, input })).workflow_templatesUpdateOneById.item,
    onSuccess: (workflow) => {
      client.setQueryData(["workflows", "one", workflow.id], workflow);
      showToast("Saved", { tone: "good" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["workflows"] }),
  });
}

export function useRemoveWorkflow(): (workflow: Workflow) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: "workflows",
      ids: [id],
      text: `Deleted “${name}”`,
      run: async (options) => {
        await request(removeWorkflowOperation, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["workflows"] }),
    });
}
