import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import {
  type Agent,
  type AgentInput,
  createAgentOperation,
  removeAgentOperation,
  updateAgentOperation,
} from "./queries.ts";

export function useSaveAgent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: AgentInput }) =>
      id === undefined
        ? (await request(createAgentOperation, { input })).agentsCreateOne.item
        : (await request(updateAgentOperation, { id, input })).agentsUpdateOneById.item,
    onSuccess: (agent) => {
      client.setQueryData(["agents", "one", agent.id], agent);
      showToast("Saved", { tone: "good" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}

export function useRemoveAgent(): (agent: Agent) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: "agents",
      ids: [id],
      text: `Deleted “${name}”`,
      run: async (options) => {
        await request(removeAgentOperation, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["agents"] }),
    });
}
