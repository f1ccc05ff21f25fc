import { Badge, type BadgeTone } from "../../shared/ui/badge.tsx";
import type { RunStatus, StepStatus } from "./run-queries.ts";

type Status = RunStatus | StepStatus | "to come" | "not run";

const looks: Readonly<Record<Status, { readonly label: string; readonly tone: BadgeTone }>> = {
  waiting: { label: "Waiting", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  done: { label: "Done", tone: "good" },
  failed: { label: "Failed", tone: "danger" },
  skipped: { label: "Skipped", tone: "neutral" },
  "to come": { label: "To come", tone: "neutral" },
  "not run": { label: "Not run", tone: "neutral" },
};

/** How a run, or a step of it, stands. */
export function StatusBadge({ status }: { readonly status: Status }) {
  const { label, tone } = looks[status];
  return <Badge tone={tone}>{label}</Badge>;
}
