import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

export type BadgeTone = "neutral" | "accent" | "good" | "warn" | "danger";

const tones: Readonly<Record<BadgeTone, string>> = {
  neutral: "bg-hover text-ink-soft",
  accent: "bg-accent-soft text-accent-ink",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded px-1.5 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
