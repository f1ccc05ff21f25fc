import { Eraser, Pause, Play, RotateCcw } from "lucide-react";
import { useState } from "react";
import { counted } from "../../shared/format/format-values.ts";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import type { Queue } from "./queries.ts";
import { useDrain, usePauseOrResume, useRetryFailed } from "./use-queues.ts";

/** What can be done to a whole queue, by whoever may steer queues. */
export function QueueActions({ queue }: { readonly queue: Queue }) {
  const [isDraining, setIsDraining] = useState(false);
  const toggle = usePauseOrResume(queue.name);
  const drain = useDrain(queue.name);
  const retry = useRetryFailed(queue.name);
  const { waiting, failed } = queue.counts;
  return (
    <>
      {failed > 0 && (
        <Button onClick={() => retry.mutate()} isBusy={retry.isPending}>
          <RotateCcw size={14} />
          Retry the failed
        </Button>
      )}
      <Button look="danger" disabled={waiting === 0} onClick={() => setIsDraining(true)}>
        <Eraser size={14} />
        Drain
      </Button>
      <Button onClick={() => toggle.mutate(!queue.isPaused)}>
        {queue.isPaused ? <Play size={14} /> : <Pause size={14} />}
        {queue.isPaused ? "Resume" : "Pause"}
      </Button>
      <ConfirmDialog
        isOpen={isDraining}
        onClose={() => setIsDraining(false)}
        onConfirm={() => drain.mutate(undefined, { onSettled: () => setIsDraining(false) })}
        title={`Drain ${queue.name}?`}
        action="Remove them"
        isBusy={drain.isPending}
      >
        {counted(waiting, "waiting job")} will be removed and never run. Those that are running, or for later, stay.
      </ConfirmDialog>
    </>
  );
}
