import { Link } from "@tanstack/react-router";
import { Copy, GitCompareArrows, Play, RotateCcw } from "lucide-react";
import { Button, buttonClass } from "../../shared/ui/button.tsx";
import { type EvalRun, isGoingOn } from "./run-queries.ts";
import { useCopyRun, type useRunEval } from "./use-runs.ts";

interface RunActionsProps {
  readonly run: EvalRun;
  readonly canWrite: boolean;
  readonly starting: ReturnType<typeof useRunEval>;
  onCopied(copy: EvalRun): void;
}

export function RunActions({ run, canWrite, starting, onCopied }: RunActionsProps) {
  const copy = useCopyRun(onCopied);
  const isBusy = starting.isPending || isGoingOn(run);
  const missed = run.results ? run.results.failed + run.results.errors : 0;
  return (
    <>
      {canWrite && (
        <Button look="primary" isBusy={isBusy} onClick={() => starting.mutate({ onlyFailed: false })}>
          {!isBusy && <Play size={14} />}
          Run
        </Button>
      )}
      {canWrite && !isBusy && missed > 0 && (
        <Button onClick={() => starting.mutate({ onlyFailed: true })}>
          <RotateCcw size={14} />
          Only the failed again
        </Button>
      )}
      {run.results && (
        <Link to="/evaluations/compare" search={{ b: run.id }} className={buttonClass()}>
          <GitCompareArrows size={14} />
          Compare
        </Link>
      )}
      {canWrite && (
        <Button isBusy={copy.isPending} onClick={() => copy.mutate(run.id)}>
          <Copy size={14} />
          Copy
        </Button>
      )}
    </>
  );
}
