import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface ScrollAreaProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A frame whose content may be larger than it: what scrolls must be reachable by keyboard. */
export function ScrollArea({ label, className, children }: ScrollAreaProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section aria-label={label} tabIndex={0} className={classNames("overflow-auto", className)}>
      {children}
    </section>
  );
}
