import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { closeToast, dismissToast, holdToasts, releaseToasts, shownToasts, subscribeToToasts } from "./toast-store.ts";

/** Where toasts appear; screen readers are told of them. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 left-3 z-60 flex flex-col items-end gap-2 sm:left-auto"
    >
      {toasts.map((toast) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; it only waits while it is read.
        <div
          key={toast.id}
          onPointerEnter={holdToasts}
          onPointerLeave={releaseToasts}
          onFocus={holdToasts}
          onBlur={releaseToasts}
          className="pointer-events-auto flex w-full items-center gap-3 rounded-md border bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-pop sm:w-auto sm:max-w-md"
        >
          <span
            aria-hidden="true"
            className={classNames(
              "size-2 shrink-0 rounded-full",
              toast.tone === "danger" ? "bg-danger" : toast.tone === "good" ? "bg-good" : "bg-ink-faint",
            )}
          />
          <p className="min-w-0 flex-1 break-words">{toast.text}</p>
          {toast.action && (
            <button
              type="button"
              className="rounded px-2 py-1 font-medium text-accent-ink hover:bg-accent-soft"
              onClick={() => {
                toast.action?.run();
                dismissToast(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton label="Dismiss" onClick={() => closeToast(toast.id)}>
            <X size={14} />
          </IconButton>
        </div>
      ))}
    </section>
  );
}
