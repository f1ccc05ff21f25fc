import type { UseMutationResult } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { shapeOf } from "../../shared/schema-form/field-shape.ts";
import { emptyInputs, inputsOf, readInputs } from "../../shared/schema-form/inputs.ts";
import { InputsEditor } from "../../shared/schema-form/inputs-editor.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import type { Workflow } from "./queries.ts";
import { stepSummaries } from "./step-summary.ts";

interface RunPanelProps {
  readonly workflow: Workflow;
  /** What the form begins with. Default: nothing. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
  readonly run: UseMutationResult<string, Error, unknown>;
  /** The run has been put on its queue, or is done. */
  onRun(id: string): void;
}

/** What a workflow does, and a form for what a run of it must be given. */
export function RunPanel({ workflow, values, run, onRun }: RunPanelProps) {
  const names = workflow.variables ?? [];
  const [shape] = useState(() => shapeOf(variablesSchema(names)));
  const [inputs, setInputs] = useState(() => (values ? inputsOf(shape, values) : emptyInputs(shape)));
  const [isTried, setIsTried] = useState(false);
  const { value, problems } = readInputs(shape, inputs);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problems.size === 0 && !run.isPending) run.mutate(value ?? {}, { onSuccess: onRun });
  };
  return (
    <Panel title="Run it">
      <form noValidate onSubmit={onSubmit} className="grid gap-4 p-4">
        <StepList steps={workflow.steps_json} />
        {names.length > 0 && (
          <InputsEditor
            label="Values"
            shape={shape}
            inputs={inputs}
            problems={isTried ? problems : new Map()}
            onChange={setInputs}
          />
        )}
        <FormError error={run.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" isBusy={run.isPending}>
            <Play size={14} />
            Run
          </Button>
          <span className="text-xs text-ink-faint">It runs with your rights.</span>
        </div>
      </form>
    </Panel>
  );
}

/** Variables can be anything; people write texts. */
function variablesSchema(names: readonly string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return { type: "object", properties, required: names, additionalProperties: false };
}

function StepList({ steps }: { readonly steps: unknown }) {
  const summaries = stepSummaries(steps);
  if (summaries.length === 0) return <p className="text-ink-soft">It has no steps yet.</p>;
  return (
    <ol aria-label="What it does" className="grid gap-1">
      {summaries.map(({ place, title, text }) => (
        <li key={place} className="flex min-w-0 gap-2">
          <span className="text-ink-faint tabular-nums">{place}.</span>
          <span className="min-w-0">
            <span className="line-clamp-2 font-medium break-words">{title}</span>
            <span className="line-clamp-2 text-ink-soft break-words">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
