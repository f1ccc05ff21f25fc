import { RotateCcw } from "lucide-react";
import { messageOf } from "../../shared/api/api-error.ts";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import type { Run } from "./run-queries.ts";
import type { useResumeWorkflow } from "./use-runs.ts";

interface ResumeButtonProps {
  readonly run: Run;
  readonly resume: ReturnType<typeof useResumeWorkflow>;
}

/** Goes on with a run that has failed, for those who may see what it gave. */
export function ResumeButton({ run, resume }: ResumeButtonProps) {
  const canResume = run.status === "failed" && run.variables !== null;
  if (!canResume && !resume.isPending) return null;
  const goOn = () => resume.mutate(undefined, { onError: (error) => showToast(messageOf(error), { tone: "danger" }) });
  return (
    <Button onClick={goOn} isBusy={resume.isPending}>
      <RotateCcw size={14} />
      Go on from the failed step
    </Button>
  );
}
