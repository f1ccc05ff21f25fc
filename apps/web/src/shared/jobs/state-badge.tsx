import { Badge } from "../ui/badge.tsx";
import { type JobState, jobStates } from "./job-states.ts";

export function StateBadge({ state }: { readonly state: JobState }) {
  const { label, tone } = jobStates[state];
  return <Badge tone={tone}>{label}</Badge>;
}
