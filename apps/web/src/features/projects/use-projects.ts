import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { removeWithUndo } from "../../shared/undo/removals.ts";
import {
  createProjectOperation,
  type Project,
  type ProjectInput,
  removeProjectOperation,
  updateProjectOperation,
} from "./queries.ts";

export function useSaveProject() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, input }: { id: string | undefined; input: ProjectInput }) =>
      id === undefined
        ? (await request(createProjectOperation, { input })).projectsCreateOne.item
        : (await request(updateProjectOperation, { id, input })).projectsUpdateOneById.item,
    onSuccess: (project) => {
      client.setQueryData(["projects", "one", project.id], project);
      showToast("Saved", { tone: "good" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["projects"] }),
  });
}

export function useRemoveProject(): (project: Project) => void {
  const client = useQueryClient();
  return ({ id, name }) =>
    removeWithUndo({
      kind: "projects",
      ids: [id],
      text: `Deleted “${name}”`,
      run: async (options) => {
        await request(removeProjectOperation, { id }, options);
      },
      settle: () => client.invalidateQueries({ queryKey: ["projects"] }),
    });
}
