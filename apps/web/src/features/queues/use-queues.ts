import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { type Operation, request } from "../../shared/api/request.ts";
import { counted } from "../../shared/format/format-values.ts";
import { queueEnumName } from "../../shared/jobs/queue-enum-name.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import {
  deleteJobOperation,
  drainOperation,
  pauseOperation,
  queuesQuery,
  resumeOperation,
  retryFailedOperation,
  retryJobOperation,
} from "./queries.ts";

/** Shown as done at once, and taken back when the platform refuses. One after the other, when somebody is quick. */
export function usePauseOrResume(name: string) {
  const client = useQueryClient();
  const { queryKey } = queuesQuery;
  return useMutation({
    scope: { id: `queue ${name}` },
    mutationFn: (isPaused: boolean) =>
      request(isPaused ? pauseOperation : resumeOperation, { queue: queueEnumName(name) }),
    onMutate: async (isPaused) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (queues) =>
        queues?.map((queue) => (queue.name === name ? { ...queue, isPaused } : queue)),
      );
      return before;
    },
    onError: (error, _isPaused, before) => {
      client.setQueryData(queryKey, before);
      refused(error);
    },
    onSuccess: (_data, isPaused) => showToast(`${name} ${isPaused ? "is paused" : "goes on"}`, { tone: "good" }),
    onSettled: () => void refresh(client),
  });
}

export function useDrain(queue: string) {
  return useSteering(drainOperation, { queue: queueEnumName(queue) }, () => "The waiting jobs are removed");
}

export function useRetryFailed(queue: string) {
  return useSteering(
    retryFailedOperation,
    { queue: queueEnumName(queue) },
    ({ retryFailed: { count } }) => `${counted(count, "job")} brought back`,
  );
}

export function useRetryJob(queue: string, id: string) {
  return useSteering(retryJobOperation, { queue: queueEnumName(queue), id }, () => "The job runs again");
}

export function useDeleteJob(queue: string, id: string) {
  return useSteering(deleteJobOperation, { queue: queueEnumName(queue), id }, () => "The job is deleted");
}

function useSteering<Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  outcome: (data: Data) => string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(operation, variables),
    onSuccess: (data) => showToast(outcome(data), { tone: "good" }),
    onError: refused,
    onSettled: () => refresh(client),
  });
}

function refused(error: unknown): void {
  showToast(messageOf(error), { tone: "danger" });
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all(["queues", "jobs", "job"].map((key) => client.invalidateQueries({ queryKey: [key] })));
}
