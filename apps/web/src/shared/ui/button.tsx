import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

type Look = "primary" | "secondary" | "ghost" | "danger";
type Size = "small" | "medium";

const base =
  "inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:cursor-not-allowed [&_svg]:shrink-0";

const looks: Readonly<Record<Look, string>> = {
  primary: "bg-accent text-white hover:bg-accent-strong",
  secondary: "border bg-raised text-ink hover:bg-hover",
  ghost: "text-ink-soft hover:bg-hover hover:text-ink",
  danger: "border bg-raised text-danger hover:bg-danger-soft",
};

const sizes: Readonly<Record<Size, string>> = {
  small: "h-7 px-2 text-xs",
  medium: "h-8 px-3 text-sm",
};

/** For links that look like buttons, too. */
export function buttonClass(look: Look = "secondary", size: Size = "medium"): string {
  return classNames(base, looks[look], sizes[size]);
}

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: Look;
  readonly size?: Size;
  /** Shows that it is working, and takes no second click. */
  readonly isBusy?: boolean;
}

export function Button({ look, size, isBusy = false, className, children, type, onClick, ...props }: ButtonProps) {
  return (
    <button
      type={type ?? "button"}
      className={classNames(buttonClass(look, size), className)}
      // Not `disabled`, which would take the focus away from whoever has just pressed it by keyboard.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** What it does, for people who can't see the icon, and as a tooltip for those who can. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, className, type, ...props }: IconButtonProps) {
  return (
    <button
      type={type ?? "button"}
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-7 items-center justify-center rounded-md text-ink-faint transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-55",
        className,
      )}
      {...props}
    />
  );
}
