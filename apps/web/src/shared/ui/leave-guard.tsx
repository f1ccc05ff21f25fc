import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before changes are lost that are not saved. Whoever leaves on purpose navigates with `ignoreBlocker`. */
export function LeaveGuard({ isChanged }: { readonly isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === "blocked"}
      title="Leave without saving?"
      action="Leave"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      What you changed here is not saved yet.
    </ConfirmDialog>
  );
}
