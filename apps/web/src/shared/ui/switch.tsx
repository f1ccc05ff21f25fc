import { Switch as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { useIsLocked } from "./lockable.tsx";

export function Switch(props: ComponentProps<typeof Radix.Root>) {
  const isLocked = useIsLocked();
  return (
    <Radix.Root
      className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors disabled:opacity-55 data-[state=checked]:bg-accent"
      {...props}
      disabled={props.disabled || isLocked}
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-white shadow transition-transform data-[state=checked]:translate-x-4.5" />
    </Radix.Root>
  );
}
