import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { durationText } from "../../shared/jobs/duration-text.ts";
import { StateBadge } from "../../shared/jobs/state-badge.tsx";
import { LoadingState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import type { Work } from "../../shared/workspace/context-parts.ts";
import { type Run, runsQuery } from "./queries.ts";
import { runSummary } from "./run-summary.ts";

/** The latest runs: when, how long, and what came of them. */
export function RunHistory({ work, label }: { readonly work: Work; readonly label: string }) {
  const { data, error } = useQuery(runsQuery(work));
  if (work.queue === null) {
    return <p className="px-4 py-2.5 text-xs text-ink-faint">It runs while the caller waits, and leaves no history.</p>;
  }
  if (error) return <p className="px-4 py-2.5 text-xs text-ink-faint">Its history is for those who may see queues.</p>;
  if (!data) {
    return (
      <div className="px-4">
        <LoadingState rows={1} />
      </div>
    );
  }
  if (data.length === 0) return <p className="px-4 py-2.5 text-xs text-ink-faint">It has not run lately.</p>;
  return (
    <ol aria-label={`Runs of ${label}`} className="divide-y">
      {data.map((run) => (
        <RunRow key={run.id} queue={work.queue ?? ""} run={run} />
      ))}
    </ol>
  );
}

function RunRow({ queue, run }: { readonly queue: string; readonly run: Run }) {
  return (
    <li>
      <Link
        to="/queues/$queue/jobs/$jobId"
        params={{ queue, jobId: run.id }}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 -outline-offset-2 hover:bg-hover/60"
      >
        <StateBadge state={run.state} />
        <span className="min-w-0 flex-1 truncate text-ink-soft">{run.failedReason ?? runSummary(run.returnvalue)}</span>
        <span className="text-xs text-ink-faint tabular-nums">{durationText(run)}</span>
        {run.timestamp && (
          <span className="text-xs text-ink-faint">
            <Time value={run.timestamp} />
          </span>
        )}
      </Link>
    </li>
  );
}
