import { formatNumber } from "../../shared/format/format-values.ts";
import { Badge, type BadgeTone } from "../../shared/ui/badge.tsx";
import type { ListedRun } from "./run-queries.ts";

/** Where a run stands, in one word. */
export function RunState({ run }: { readonly run: Pick<ListedRun, "status" | "passed"> }) {
  const { label, tone } = lookOf(run);
  return <Badge tone={tone}>{label}</Badge>;
}

function lookOf({ status, passed }: Pick<ListedRun, "status" | "passed">): {
  readonly label: string;
  readonly tone: BadgeTone;
} {
  switch (status) {
    case null:
      return { label: "Never run", tone: "neutral" };
    case "waiting":
      return { label: "Waiting", tone: "neutral" };
    case "running":
      return { label: "Running", tone: "accent" };
    case "done":
      return passed ? { label: "Passed", tone: "good" } : { label: "Not passed", tone: "danger" };
    case "failed":
      return { label: "With errors", tone: "warn" };
  }
}

/** To one place: `87.5`. */
export function scoreText(score: number | null | undefined): string {
  return score === null || score === undefined ? "–" : formatNumber(Math.round(score * 10) / 10);
}
