import { useMutation } from "@tanstack/react-query";
import { sessionStore } from "../../shared/session/session-store.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import { changePassword } from "./queries.ts";

export function useChangePassword(onDone: () => void) {
  return useMutation({
    mutationFn: changePassword,
    onSuccess: (session) => {
      sessionStore.begin(session);
      showToast("Your password is changed. You are signed out everywhere else.", { tone: "good" });
      onDone();
    },
  });
}
