import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import type { Job } from "./queries.ts";
import { useDeleteJob, useRetryJob } from "./use-queues.ts";

interface JobActionsProps {
  readonly queue: string;
  readonly job: Job;
  onDeleted(): void;
}

export function JobActions({ queue, job, onDeleted }: JobActionsProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const retry = useRetryJob(queue, job.id);
  const remove = useDeleteJob(queue, job.id);
  return (
    <>
      {job.state === "failed" && (
        <Button onClick={() => retry.mutate()} isBusy={retry.isPending}>
          <RotateCcw size={14} />
          Retry
        </Button>
      )}
      {job.state !== "active" && (
        <Button look="danger" onClick={() => setIsDeleting(true)}>
          <Trash2 size={14} />
          Delete
        </Button>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted, onError: () => setIsDeleting(false) })}
        title="Delete this job?"
        action="Delete it"
        isBusy={remove.isPending}
      >
        {job.state === "completed" || job.state === "failed"
          ? "What it did stays done; its result and its log are gone."
          : "It will not run."}
      </ConfirmDialog>
    </>
  );
}
