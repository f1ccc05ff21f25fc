import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import {
  createRoleOperation,
  type Role,
  type RoleInput,
  type RolesData,
  removeRoleOperation,
  rolesKey,
  updateRoleOperation,
} from "./queries.ts";

export function useCreateRole(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => request(createRoleOperation, { input: { name } }),
    onSuccess: onDone,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["counts"] });
      return client.invalidateQueries({ queryKey: ["roles"] });
    },
  });
}

/** Shows the change at once, and takes it back when the platform refuses it. */
export function useUpdateRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ role, changes }: { role: Role; changes: Partial<RoleInput> }) =>
      request(updateRoleOperation, { id: role.id, input: { name: role.name, ...changes } }),
    onMutate: async ({ role, changes }) => {
      await client.cancelQueries({ queryKey: rolesKey });
      const before = client.getQueryData<RolesData>(rolesKey);
      client.setQueryData<RolesData>(rolesKey, (data) => {
        if (!data) return data;
        return { ...data, roles: data.roles.map((each) => (each.id === role.id ? { ...each, ...changes } : each)) };
      });
      return before;
    },
    onError: (error, _variables, before) => {
      client.setQueryData(rolesKey, before);
      showToast(`Not changed: ${messageOf(error)}`, { tone: "danger" });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["workspace"] });
      return client.invalidateQueries({ queryKey: ["roles"] });
    },
  });
}

export function useRemoveRole(): (role: Role) => void {
  const client = useQueryClient();
  return (role) =>
    removeWithUndo({
      kind: "roles",
      ids: [role.id],
      text: `Removed the role ${role.name}`,
      run: async (options) => {
        await request(removeRoleOperation, { id: role.id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["roles"] }),
    });
}
