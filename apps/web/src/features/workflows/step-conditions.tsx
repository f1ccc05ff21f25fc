import { useState } from "react";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { WorkflowAgent } from "./queries.ts";
import type { StepDraft } from "./step-draft.ts";

interface StepConditionsProps {
  readonly step: StepDraft;
  readonly agents: readonly WorkflowAgent[];
  readonly earlier: readonly string[];
  readonly problem: string | undefined;
  onChange(changes: Partial<StepDraft>): void;
}

/** What most steps can do without: a condition, company, another agent. */
export function StepConditions({ step, agents, earlier, problem, onChange }: StepConditionsProps) {
  // Asked once: it would close under the hands of whoever empties a field.
  const [isOpen] = useState(step.when !== "" || step.group !== "" || step.agent !== "");
  const example = `${earlier.at(-1) ?? "urgent"} contains yes`;
  const isGone = step.agent !== "" && !agents.some(({ id }) => id === step.agent);
  return (
    <details open={isOpen}>
      <summary className="w-fit text-xs font-medium text-ink-soft hover:text-ink">
        Condition, side by side, other agent
      </summary>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <Field label="Only when" hint={`Like “${example}”, or as JSON. Otherwise it is skipped.`} error={problem}>
          {(control) => (
            <Input {...control} value={step.when} onChange={({ target }) => onChange({ when: target.value })} />
          )}
        </Field>
        <Field label="Side by side with" hint="Steps next to each other with the same word run at once.">
          {(control) => (
            <Input {...control} value={step.group} onChange={({ target }) => onChange({ group: target.value })} />
          )}
        </Field>
        <Field label="Agent">
          {(control) => (
            <Select
              {...control}
              value={step.agent}
              options={[
                { value: "", label: "The workflow's" },
                ...agents.map(({ id, name }) => ({ value: id, label: name })),
                ...(isGone ? [{ value: step.agent, label: "One that you can't use" }] : []),
              ]}
              onChange={(agent) => onChange({ agent })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
