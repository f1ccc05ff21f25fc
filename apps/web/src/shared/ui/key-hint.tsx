import type { ReactNode } from "react";

/** A key to press. */
export function KeyHint({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border bg-canvas px-1 font-sans text-2xs text-ink-faint">
      {children}
    </kbd>
  );
}
