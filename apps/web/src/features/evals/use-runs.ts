import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { counted } from "../../shared/format/format-values.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { copyRunOperation, type EvalRun, evalRunQuery, runEvalOperation } from "./run-queries.ts";

/** Shown as waiting at once; a refusal puts back what was there. */
export function useRunEval(id: string) {
  const client = useQueryClient();
  const { queryKey } = evalRunQuery(id);
  return useMutation({
    mutationFn: async ({ onlyFailed }: { onlyFailed: boolean }) =>
      (await request(runEvalOperation, { id, onlyFailed })).runEval,
    onMutate: async ({ onlyFailed }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (run) => run && waiting(run, onlyFailed ? (run.results?.passed ?? 0) : 0));
      return before;
    },
    onError: (_error, _variables, before) => client.setQueryData(queryKey, before),
    onSuccess: ({ count }) => showToast(`${counted(count, "case")} to run`, { tone: "good" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["evals"] }),
  });
}

/** As it is going to be at the beginning of a round, with this many cases that keep their results. */
function waiting(run: EvalRun, kept: number): EvalRun {
  const results = run.results && { ...run.results, done: kept, passed: kept, failed: 0, errors: 0 };
  return { ...run, status: "waiting", score: null, passed: null, results };
}

export function useCopyRun(onCopied: (run: EvalRun) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await request(copyRunOperation, { id })).result.item,
    onSuccess: (run) => {
      showToast(`Copied to “${run.name}”`, { tone: "good" });
      onCopied(run);
      return client.invalidateQueries({ queryKey: ["evals", "runs"] });
    },
    onError: (error) => showToast(`Not copied: ${messageOf(error)}`, { tone: "danger" }),
  });
}
