import type { BadgeTone } from "../ui/badge.tsx";

export type JobState = "waiting" | "active" | "delayed" | "completed" | "failed";

interface StateLook {
  readonly label: string;
  readonly tone: BadgeTone;
  /** What is said of a list without any. */
  readonly none: string;
}

export const jobStates: Readonly<Record<JobState, StateLook>> = {
  active: { label: "Running", tone: "accent", none: "No job is running" },
  waiting: { label: "Waiting", tone: "neutral", none: "No job is waiting" },
  delayed: { label: "Later", tone: "warn", none: "No job is for later" },
  failed: { label: "Failed", tone: "danger", none: "No job has failed" },
  completed: { label: "Done", tone: "good", none: "No job is done yet" },
};

export const jobStateNames = Object.keys(jobStates) as readonly JobState[];
