import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { useIsLocked } from "./lockable.tsx";

export function Checkbox({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  const isLocked = useIsLocked();
  return (
    <Radix.Root
      className={classNames(
        "flex size-4 shrink-0 items-center justify-center rounded border border-line-strong bg-raised text-white transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        className,
      )}
      {...props}
      disabled={props.disabled || isLocked}
    >
      <Radix.Indicator>
        {props.checked === "indeterminate" ? (
          <Minus size={12} strokeWidth={3} aria-hidden="true" />
        ) : (
          <Check size={12} strokeWidth={3} aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
