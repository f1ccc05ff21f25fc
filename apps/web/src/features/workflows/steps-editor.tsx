import { MessageSquareText, Wrench } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import type { WorkflowParts } from "./queries.ts";
import { fieldId, moveButtonId, StepCard } from "./step-card.tsx";
import { moved, newStep, type StepDraft } from "./step-draft.ts";

interface StepsEditorProps {
  readonly steps: readonly StepDraft[];
  readonly parts: WorkflowParts;
  readonly agent: string;
  /** What the platform said of them, by their keys. */
  readonly faults: ReadonlyMap<number, readonly string[]>;
  readonly isTried: boolean;
  onChange(steps: readonly StepDraft[]): void;
}

/** The steps in order: added, moved, removed, each by keyboard too. */
export function StepsEditor({ steps, parts, agent, faults, isTried, onChange }: StepsEditorProps) {
  const [said, setSaid] = useState("");
  // Moving a part of the page takes the focus from it: it is given back when the new order is there.
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    if (focusNext.current) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  });
  const add = (kind: StepDraft["kind"]) => {
    const step = newStep(kind);
    focusNext.current = fieldId(step);
    onChange([...steps, step]);
  };
  const move = (step: StepDraft, from: number, by: -1 | 1) => {
    const next = moved(steps, from, from + by);
    if (next === steps) return;
    focusNext.current = document.activeElement?.id || moveButtonId(step, by);
    setSaid(`Step ${from + 1} is now step ${from + by + 1}.`);
    onChange(next);
  };
  const remove = (step: StepDraft, index: number) => {
    const neighbour = steps[index + 1] ?? steps[index - 1];
    focusNext.current = neighbour ? fieldId(neighbour) : addPromptId;
    setSaid(`Step ${index + 1} is removed.`);
    onChange(steps.filter(({ key }) => key !== step.key));
  };
  return (
    <section className="grid gap-3" aria-label="Steps">
      <h2 className="font-semibold">Steps</h2>
      {steps.length === 0 && (
        <p className="rounded-lg border border-dashed px-4 py-6 text-center text-ink-soft">
          There are no steps yet. One asks the agent something, or calls one of its tools; later ones use what earlier
          ones gave.
        </p>
      )}
      <ol className="grid gap-3">
        {steps.map((step, index) => (
          <li key={step.key}>
            <StepCard
              step={step}
              index={index}
              count={steps.length}
              parts={parts}
              agent={agent}
              earlier={steps.slice(0, index).flatMap(({ name }) => name.trim() || [])}
              faults={faults.get(step.key) ?? []}
              isTried={isTried}
              onChange={(changed) => onChange(steps.map((each) => (each.key === step.key ? changed : each)))}
              onMove={(by) => move(step, index, by)}
              onRemove={() => remove(step, index)}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button id={addPromptId} onClick={() => add("prompt")}>
          <MessageSquareText size={14} />
          Add a question
        </Button>
        <Button onClick={() => add("tool")}>
          <Wrench size={14} />
          Add a call of a tool
        </Button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

const addPromptId = "add-prompt-step";
