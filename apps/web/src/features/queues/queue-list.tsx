import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../shared/format/format-values.ts";
import { jobStateNames, jobStates } from "../../shared/jobs/job-states.ts";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type Queue, queuesQuery } from "./queries.ts";
import { QueueActions } from "./queue-actions.tsx";
import { QueueState, RateLimited, rateText } from "./queue-state.tsx";

/** Every queue with its counts, which follow what happens. */
export function QueueList() {
  const query = useQuery(queuesQuery);
  const canSteer = useCan("queues", "write");
  return (
    <QueryView query={query}>
      {(queues) =>
        queues.length === 0 ? (
          <EmptyState title="There are no queues" />
        ) : (
          <ul className="grid gap-4">
            {queues.map((queue) => (
              <li key={queue.name}>
                <QueuePanel queue={queue} canSteer={canSteer} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

function QueuePanel({ queue, canSteer }: { readonly queue: Queue; readonly canSteer: boolean }) {
  return (
    <section aria-label={queue.name} className="rounded-lg border bg-raised">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2.5">
        <h2 className="font-semibold">
          <Link to="/queues/$queue" params={{ queue: queue.name }} className="hover:underline">
            {queue.name}
          </Link>
        </h2>
        <QueueState queue={queue} />
        {canSteer && (
          <div className="ml-auto flex flex-wrap gap-2">
            <QueueActions queue={queue} />
          </div>
        )}
      </header>
      <QueueCounts queue={queue} />
      <QueueFacts queue={queue} />
    </section>
  );
}

function QueueCounts({ queue }: { readonly queue: Queue }) {
  return (
    <ul className="grid grid-cols-2 gap-px bg-line sm:grid-cols-5">
      {jobStateNames.map((state) => (
        <li key={state} className="bg-raised last:max-sm:col-span-2">
          <Link
            to="/queues/$queue"
            params={{ queue: queue.name }}
            search={{ state }}
            className="block px-4 py-2.5 -outline-offset-2 hover:bg-hover/60"
          >
            <span className="block text-xs text-ink-faint">{jobStates[state].label}</span>
            <span
              className={
                state === "failed" && queue.counts.failed > 0
                  ? "text-lg font-semibold text-danger tabular-nums"
                  : "text-lg font-semibold tabular-nums"
              }
            >
              {formatNumber(queue.counts[state])}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function QueueFacts({ queue }: { readonly queue: Queue }) {
  const facts = [
    ["Rate", rateText(queue.ratelimit)],
    ["At a time", `${queue.concurrency.worker} per process, ${queue.concurrency.queue} in all`],
    ["Time limit", `${formatNumber(queue.timeoutInSeconds)} s per attempt`],
    ["Retries", String(queue.retries ?? 3)],
    ["Workers", String(queue.workers)],
    ...(queue.oldestWaitingInSeconds !== null
      ? [["Longest wait", `${formatNumber(Math.round(queue.oldestWaitingInSeconds))} s`] as const]
      : []),
  ] as const;
  return (
    <dl className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-t px-4 py-2 text-xs">
      {facts.map(([term, text]) => (
        <div key={term} className="flex gap-1.5">
          <dt className="text-ink-faint">{term}</dt>
          <dd className="text-ink-soft tabular-nums">{text}</dd>
        </div>
      ))}
      {queue.rateLimitedUntil && <RateLimited until={queue.rateLimitedUntil} />}
    </dl>
  );
}
