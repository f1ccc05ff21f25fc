import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { resumeWorkflowOperation, runWorkflowOperation } from "./run-queries.ts";

/** Gives the id of the run: when it is on its queue, or when it is done. */
export function useRunWorkflow(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (variables: unknown) =>
      (await request(runWorkflowOperation, { id, variables })).runWorkflow.metadata.run,
    onSettled: () => client.invalidateQueries({ queryKey: ["workflow-runs", id] }),
  });
}

export function useResumeWorkflow(run: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(resumeWorkflowOperation, { run }),
    onSettled: () => client.invalidateQueries({ queryKey: ["workflow-run", run] }),
  });
}
