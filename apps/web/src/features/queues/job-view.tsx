import { formatDate } from "../../shared/format/format-values.ts";
import { durationText } from "../../shared/jobs/duration-text.ts";
import { StateBadge } from "../../shared/jobs/state-badge.tsx";
import { CodeBlock } from "../../shared/ui/code-block.tsx";
import { type Fact, Facts } from "../../shared/ui/facts.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import type { JobDetail } from "./queries.ts";

interface JobViewProps {
  readonly job: JobDetail;
  readonly logs: readonly string[];
}

/** All there is to know about a job: what it works on, what came of it, what it wrote down, and why it failed. */
export function JobView({ job, logs }: JobViewProps) {
  const facts: readonly Fact[] = [
    ["State", <StateBadge key="state" state={job.state} />],
    ["Attempts", `${job.attemptsMade} of ${job.attempts}`],
    ["Added", job.timestamp && formatDate(job.timestamp)],
    ["Began", job.processedOn && formatDate(job.processedOn)],
    ["Ended", job.finishedOn && formatDate(job.finishedOn)],
    ["Took", durationText(job)],
  ];
  return (
    <div className="grid gap-4">
      <Facts facts={facts} />
      {job.failedReason && (
        <Panel title="Why it failed">
          <CodeBlock text={job.failedReason} tone="danger" />
        </Panel>
      )}
      {job.data === null ? (
        <Panel>
          <EmptyState title="It is about something that you may not see">Its content is left out.</EmptyState>
        </Panel>
      ) : (
        <Panel title="What it works on">
          <CodeBlock text={JSON.stringify(job.data, null, 2)} />
        </Panel>
      )}
      {isThere(job.progress) && (
        <Panel title="How far it is">
          <CodeBlock text={JSON.stringify(job.progress, null, 2)} />
        </Panel>
      )}
      {isThere(job.returnvalue) && (
        <Panel title="What it gave back">
          <CodeBlock text={JSON.stringify(job.returnvalue, null, 2)} />
        </Panel>
      )}
      {logs.length > 0 && (
        <Panel title="Log">
          <CodeBlock text={logs.join("\n")} />
        </Panel>
      )}
      {job.stacktrace && job.stacktrace.length > 0 && (
        <Panel title="Where it failed">
          <CodeBlock text={job.stacktrace.join("\n\n")} />
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
