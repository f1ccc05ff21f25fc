import { formatDate } from "../../shared/format/format-values.ts";
import { millisecondsText } from "../../shared/jobs/duration-text.ts";
import { usePeopleNames } from "../../shared/people/use-people.ts";
import { CodeBlock, valueText } from "../../shared/ui/code-block.tsx";
import { Facts } from "../../shared/ui/facts.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import type { Run } from "./run-queries.ts";
import { StatusBadge } from "./run-status.tsx";
import { RunSteps } from "./run-steps.tsx";
import { startedBy } from "./runs-table.tsx";

/** A run, step by step: what it was given, what each step was asked and said, and what came of it. */
export function RunView({ run }: { readonly run: Run }) {
  const nameOf = usePeopleNames([run.user]);
  const isHidden = run.variables === null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts
        facts={[
          ["State", <StatusBadge key="state" status={run.status} />],
          ["Asked for", formatDate(run.createdAt)],
          ["Began", run.startedAt && formatDate(run.startedAt)],
          ["Ended", run.finishedAt && formatDate(run.finishedAt)],
          ["Took", run.durationMs !== null && millisecondsText(run.durationMs)],
          ["By", startedBy(run, nameOf)],
        ]}
      />
      {isHidden && (
        <Panel>
          <EmptyState title="What it said is for whoever started it">
            You see that it ran, how it ended, and how long each step took.
          </EmptyState>
        </Panel>
      )}
      {run.error && (
        <Panel title={run.status === "failed" ? "Why it failed" : "Why it is tried again"}>
          <CodeBlock text={run.error} tone="danger" />
        </Panel>
      )}
      {run.variables && Object.keys(run.variables).length > 0 && (
        <Panel title="What it was given">
          <CodeBlock text={valueText(run.variables)} />
        </Panel>
      )}
      <RunSteps run={run} />
      {run.status === "done" && !isHidden && (
        <Panel title="Result">
          <CodeBlock text={valueText(run.result)} />
        </Panel>
      )}
    </div>
  );
}
