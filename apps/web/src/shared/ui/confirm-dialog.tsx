import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface ConfirmDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  onConfirm(): void;
  readonly title: string;
  readonly children: ReactNode;
  /** What happens, as a verb: «Revoke». */
  readonly action: string;
  readonly isBusy?: boolean;
}

/** For what can't be undone. */
export function ConfirmDialog({ isOpen, onClose, onConfirm, title, children, action, isBusy }: ConfirmDialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35 dark:bg-black/60" />
        <Radix.Content className="fixed top-[20vh] left-1/2 z-50 w-[calc(100vw-1.5rem)] max-w-md -translate-x-1/2 rounded-lg border bg-raised p-4 shadow-pop">
          <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1 text-sm text-ink-soft">{children}</div>
          </Radix.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button look="danger" onClick={onConfirm} isBusy={isBusy ?? false}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
