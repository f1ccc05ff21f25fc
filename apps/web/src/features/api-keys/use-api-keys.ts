import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { type ApiKey, generateKeyOperation, type NewKey, revokeKeyOperation, rotateKeyOperation } from "./queries.ts";

export function useGenerateKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (key: NewKey) => (await request(generateKeyOperation, key)).apiKeysGenerate,
    onSettled: refresh,
  });
}

export function useRotateKey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (rotation: { id: string; overlapInSeconds: number }) =>
      (await request(rotateKeyOperation, rotation)).apiKeysRotate,
    onSettled: refresh,
  });
}

/** Shows it as revoked at once; a refusal puts it back. */
export function useRevokeKey() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id }: ApiKey) => request(revokeKeyOperation, { id }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey: ["api-keys"] });
      const before = client.getQueryData<readonly ApiKey[]>(["api-keys"]);
      const revokedAt = new Date().toISOString();
      client.setQueryData<readonly ApiKey[]>(["api-keys"], (keys) =>
        keys?.map((key) => (key.id === id ? { ...key, revokedAt } : key)),
      );
      return before;
    },
    onError: (error, _key, before) => {
      client.setQueryData(["api-keys"], before);
      showToast(`Not revoked: ${messageOf(error)}`, { tone: "danger" });
    },
    onSuccess: (_data, { name }) => void showToast(`Revoked ${name}`),
    onSettled: refresh,
  });
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ["counts"] });
    await client.invalidateQueries({ queryKey: ["api-keys"] });
  };
}
