import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { useMe } from "../../shared/workspace/use-workspace.ts";
import {
  addFavouriteOperation,
  type ListedPrompt,
  type PromptsData,
  promptsKey,
  removeFavouriteOperation,
} from "./queries.ts";

/** The star changes at once; a refusal puts it back. */
export function useToggleFavourite() {
  const client = useQueryClient();
  const me = useMe();
  return useMutation({
    mutationFn: async ({ prompt, favourite }: { prompt: ListedPrompt; favourite: string | undefined }) => {
      if (favourite !== undefined) await request(removeFavouriteOperation, { id: favourite });
      else if (me.id) await request(addFavouriteOperation, { user: me.id, prompt: prompt.id });
    },
    onMutate: async ({ prompt, favourite }) => {
      await client.cancelQueries({ queryKey: promptsKey });
      const before = client.getQueryData<PromptsData>(promptsKey);
      client.setQueryData<PromptsData>(promptsKey, (data) => {
        if (!data) return data;
        const favourites = new Map(data.favourites);
        if (favourite === undefined) favourites.set(prompt.id, "");
        else favourites.delete(prompt.id);
        return { ...data, favourites };
      });
      return before;
    },
    onError: (error, _variables, before) => {
      client.setQueryData(promptsKey, before);
      showToast(`Not changed: ${messageOf(error)}`, { tone: "danger" });
    },
    onSettled: () => client.invalidateQueries({ queryKey: promptsKey }),
  });
}
