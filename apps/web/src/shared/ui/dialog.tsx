import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Default: in the middle. */
  readonly side?: "right";
  /** Buttons at its foot, the main one last. */
  readonly footer?: ReactNode;
}

const middle = "top-[8vh] left-1/2 max-h-[84vh] w-[calc(100vw-1.5rem)] max-w-lg -translate-x-1/2 rounded-lg border";
const right = "inset-y-0 right-0 w-full max-w-md border-l";

/** The first field, if there is one, is where people want to go on. */
function focusFirstField(event: Event): void {
  const field = (event.target as HTMLElement).querySelector<HTMLElement>("input:enabled, textarea:enabled");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** Everything else is out of reach until it is closed: by its cross, Escape, or a click outside. */
export function Dialog({ isOpen, onClose, title, description, children, side, footer }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35 dark:bg-black/60" />
        <Radix.Content
          onOpenAutoFocus={focusFirstField}
          {...(!description && { "aria-describedby": undefined })}
          className={classNames(
            "fixed z-50 flex flex-col bg-raised shadow-pop outline-none",
            side === "right" ? right : middle,
          )}
        >
          <header className="flex items-start justify-between gap-3 border-b px-4 py-3">
            <div>
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-sm text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X size={16} />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
