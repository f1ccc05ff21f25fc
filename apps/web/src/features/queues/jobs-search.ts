import { type JobState, jobStateNames } from "../../shared/jobs/job-states.ts";

export interface JobsSearch {
  /** Only jobs in this state. */
  readonly state?: JobState;
  readonly page?: number;
}

export function parseJobsSearch({ state, page }: Readonly<Record<string, unknown>>): JobsSearch {
  const known = jobStateNames.find((each) => each === state);
  return {
    ...(known && { state: known }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
  };
}
