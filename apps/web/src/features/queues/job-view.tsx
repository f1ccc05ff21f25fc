import type { ReactNode } from "react";
import { formatDate } from "../../shared/format/format-values.ts";
import { durationText } from "../../shared/jobs/duration-text.ts";
import { StateBadge } from "../../shared/jobs/state-badge.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import type { JobDetail } from "./queries.ts";

interface JobViewProps {
  readonly job: JobDetail;
  readonly logs: readonly string[];
}

/** All there is to know about a job: what it works on, what came of it, what it wrote down, and why it failed. */
export function JobView({ job, logs }: JobViewProps) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["State", <StateBadge key="state" state={job.state} />],
    ["Attempts", `${job.attemptsMade} of ${job.attempts}`],
    ["Added", job.timestamp && formatDate(job.timestamp)],
    ["Began", job.processedOn && formatDate(job.processedOn)],
    ["Ended", job.finishedOn && formatDate(job.finishedOn)],
    ["Took", durationText(job)],
  ];
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
        {facts
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term}>
              <dt className="text-xs text-ink-faint">{term}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
      </dl>
      {job.failedReason && (
        <Panel title="Why it failed">
          <Code text={job.failedReason} tone="danger" />
        </Panel>
      )}
      {job.data === null ? (
        <Panel>
          <EmptyState title="It is about something that you may not see">Its content is left out.</EmptyState>
        </Panel>
      ) : (
        <Panel title="What it works on">
          <Code text={JSON.stringify(job.data, null, 2)} />
        </Panel>
      )}
      {isThere(job.progress) && (
        <Panel title="How far it is">
          <Code text={JSON.stringify(job.progress, null, 2)} />
        </Panel>
      )}
      {isThere(job.returnvalue) && (
        <Panel title="What it gave back">
          <Code text={JSON.stringify(job.returnvalue, null, 2)} />
        </Panel>
      )}
      {logs.length > 0 && (
        <Panel title="Log">
          <Code text={logs.join("\n")} />
        </Panel>
      )}
      {job.stacktrace && job.stacktrace.length > 0 && (
        <Panel title="Where it failed">
          <Code text={job.stacktrace.join("\n\n")} />
        </Panel>
      )}
    </div>
  );
}

/** BullMQ says 0 or an empty object where nobody has said anything. */
function isThere(value: unknown): boolean {
  if (value === null || value === undefined || value === 0) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function Code({ text, tone }: { readonly text: string; readonly tone?: "danger" }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className={`max-h-96 overflow-auto px-4 py-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap ${tone === "danger" ? "text-danger" : ""}`}
    >
      {text}
    </pre>
  );
}
