import { millisecondsText } from "../../shared/jobs/duration-text.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { CodeBlock, valueText } from "../../shared/ui/code-block.tsx";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { parsed, type Trial } from "./use-run-tool.ts";

/** What a tool gave back: its result, the items that it found, the job that goes on with it. */
export function TrialResult({ trial: { output, failure, milliseconds } }: { readonly trial: Trial }) {
  const result = output?.result ?? "";
  const text = failure ?? valueText(parsed(result) ?? result);
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          Result
          <Badge tone={failure === undefined ? "good" : "danger"}>{failure === undefined ? "done" : "failed"}</Badge>
          <span className="text-xs font-normal text-ink-faint tabular-nums">took {millisecondsText(milliseconds)}</span>
        </span>
      }
      actions={<CopyButton what="result" text={text} />}
    >
      {text === "" ? (
        <p className="px-4 py-3 text-ink-soft">It gave nothing back.</p>
      ) : (
        <CodeBlock text={text} {...(failure !== undefined && { tone: "danger" })} />
      )}
      {output?.job && <p className="border-t px-4 py-3">It goes on with it as the job {output.job}.</p>}
      {isThere(output?.items) && (
        <section className="border-t">
          <h3 className="px-4 pt-3 text-xs text-ink-faint">Items that it found or made</h3>
          <CodeBlock text={valueText(output?.items)} />
        </section>
      )}
    </Panel>
  );
}

function isThere(items: unknown): boolean {
  return Array.isArray(items) ? items.length > 0 : items !== null && items !== undefined;
}
