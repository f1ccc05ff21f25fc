import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { showToast } from "../../shared/ui/toast-store.ts";

/** Starts something that changes items, and says what came of it. */
export function useRun<Input = void>(start: (input: Input) => Promise<string>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: (message) => showToast(message, { tone: "good" }),
    onError: (error) => showToast(messageOf(error), { tone: "danger" }),
    onSettled: () =>
      Promise.all(
        ["jobs", "queues", "items", "item", "counts"].map((key) => client.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
