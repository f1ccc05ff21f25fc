import { ChevronRight } from "lucide-react";
import { millisecondsText } from "../../shared/jobs/duration-text.ts";
import { CodeBlock, valueText } from "../../shared/ui/code-block.tsx";
import { Time } from "../../shared/ui/time.tsx";
import type { Run, RunStep } from "./run-queries.ts";
import { StatusBadge } from "./run-status.tsx";
import { type StepSummary, stepSummaries } from "./step-summary.ts";

/** Every step, also those to come as far as they are known. */
export function RunSteps({ run }: { readonly run: Run }) {
  const summaries = stepSummaries(run.steps_json);
  const count = Math.max(summaries.length, ...run.steps.map(({ index }) => index + 1));
  return (
    <section aria-label="Steps" className="grid grid-cols-1 gap-2">
      <h2 className="font-semibold">Steps</h2>
      <ol className="grid grid-cols-1 gap-2">
        {Array.from({ length: count }, (_, index) => (
          <StepRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a step of a run is told by its place, which never changes.
            key={index}
            index={index}
            summary={summaries[index]}
            step={run.steps.find((each) => each.index === index)}
            otherwise={run.status === "failed" ? "not run" : "to come"}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepRowProps {
  readonly index: number;
  readonly summary: StepSummary | undefined;
  readonly step: RunStep | undefined;
  /** What is said of it where it has not begun. */
  readonly otherwise: "not run" | "to come";
}

function StepRow({ index, summary, step, otherwise }: StepRowProps) {
  const title = step?.name ?? summary?.title ?? `Step ${index + 1}`;
  const isOpenable = step !== undefined && hasMore(step);
  const header = (
    <>
      <span className="text-ink-faint tabular-nums">{index + 1}.</span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium break-words">{title}</span>
        <span className="line-clamp-1 text-xs text-ink-soft break-words">{summary?.text}</span>
      </span>
      <span className="flex shrink-0 flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {step && step.durationMs !== null && step.status !== "skipped" && (
          <span className="text-xs text-ink-faint tabular-nums">{millisecondsText(step.durationMs)}</span>
        )}
        <StatusBadge status={step?.status ?? otherwise} />
        {isOpenable && (
          <ChevronRight
            size={14}
            className="text-ink-faint transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
        )}
      </span>
    </>
  );
  const headerClass = "flex items-start gap-2 px-4 py-2.5";
  if (!isOpenable) return <li className={`rounded-lg border bg-raised ${headerClass}`}>{header}</li>;
  return (
    <li>
      <details open className="group rounded-lg border bg-raised">
        <summary className={headerClass}>{header}</summary>
        <p className="flex flex-wrap gap-x-3 border-t px-4 pt-2 text-xs text-ink-faint">
          <span>
            began <Time value={step.startedAt} />
          </span>
          {step.attempts > 1 && <span>begun {step.attempts} times</span>}
        </p>
        {step.input !== null && <Part title="Input" text={valueText(step.input)} />}
        {step.error && <Part title="Error" text={step.error} tone="danger" />}
        {step.output !== null && <Part title="Output" text={valueText(step.output)} />}
      </details>
    </li>
  );
}

/** Whether there is anything below its line. */
function hasMore({ input, output, error }: RunStep): boolean {
  return input !== null || output !== null || error !== null;
}

function Part({ title, text, tone }: { readonly title: string; readonly text: string; readonly tone?: "danger" }) {
  return (
    <section className="pt-2">
      <h3 className="px-4 text-xs text-ink-faint">{title}</h3>
      <CodeBlock text={text} {...(tone && { tone })} />
    </section>
  );
}
