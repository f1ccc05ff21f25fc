import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import { createUserOperation, removeUserOperation, type User, type UserInput, updateUserOperation } from "./queries.ts";

export function useSaveUser(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: UserInput }): Promise<void> => {
      if (id === undefined) await request(createUserOperation, { input });
      else await request(updateUserOperation, { id, input });
    },
    onSuccess: (_data, { id, input }) => {
      showToast(id === undefined ? `Added ${input.email}` : "Saved", { tone: "good" });
      onDone();
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["counts"] });
      void client.invalidateQueries({ queryKey: ["workspace"] });
      return client.invalidateQueries({ queryKey: ["users"] });
    },
  });
}

/** Takes effect at once, and is shown at once; a refusal puts it back. */
export function useSetStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ user, status }: { user: User; status: "ACTIVE" | "SUSPENDED" }) =>
      request(updateUserOperation, { id: user.id, input: { email: user.email, status } }),
    onMutate: async ({ user, status }) => {
      await client.cancelQueries({ queryKey: ["users", "list"] });
      const before = client.getQueriesData<{ items: readonly User[] }>({ queryKey: ["users", "list"] });
      client.setQueriesData<{ items: readonly User[] }>({ queryKey: ["users", "list"] }, (page) => {
        if (!page) return page;
        return { ...page, items: page.items.map((each) => (each.id === user.id ? { ...each, status } : each)) };
      });
      return before;
    },
    onError: (error, _variables, before) => {
      for (const [key, page] of before ?? []) client.setQueryData(key, page);
      showToast(`Not changed: ${messageOf(error)}`, { tone: "danger" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

export function useRemoveUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) =>
    removeWithUndo({
      kind: "users",
      ids: [user.id],
      text: `Removed ${user.name || user.email}`,
      run: async (options) => {
        await request(removeUserOperation, { id: user.id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["users"] }),
    });
}
