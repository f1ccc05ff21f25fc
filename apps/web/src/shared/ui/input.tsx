import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

export const inputClass =
  "rounded-md border bg-raised px-2.5 text-sm text-ink transition-colors hover:border-line-strong aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint [&[readonly]]:bg-sunken";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classNames(inputClass, "h-8 w-full", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={classNames(inputClass, "w-full py-1.5 leading-normal", className)} {...props} />;
}
