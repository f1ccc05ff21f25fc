import type { BadgeTone } from "../ui/badge.tsx";

export type JobState = "waiting" | "active" | "delayed" | "completed" | "failed";

interface StateLook {
  readonly label: string;
  readonly tone: BadgeTone;
}

export const jobStates: Readonly<Record<JobState, StateLook>> = {
  active: { label: "Running", tone: "accent" },
  waiting: { label: "Waiting", tone: "neutral" },
  delayed: { label: "Later", tone: "warn" },
  failed: { label: "Failed", tone: "danger" },
  completed: { label: "Done", tone: "good" },
};

export const jobStateNames = Object.keys(jobStates) as readonly JobState[];
