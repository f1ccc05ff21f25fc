import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { useIsLocked } from "../../shared/ui/lockable.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { WorkflowAgent, WorkflowParts } from "./queries.ts";
import { StepConditions } from "./step-conditions.tsx";
import { type StepDraft, stepProblems } from "./step-draft.ts";
import { ToolStep } from "./tool-step.tsx";

export interface StepCardProps {
  readonly step: StepDraft;
  /** From 0. */
  readonly index: number;
  /** How many there are. */
  readonly count: number;
  readonly parts: WorkflowParts;
  /** The id of the workflow's agent. */
  readonly agent: string;
  /** The names of the steps before it. */
  readonly earlier: readonly string[];
  /** What the platform said of it. */
  readonly faults: readonly string[];
  /** Whether somebody has tried to save it as it is. */
  readonly isTried: boolean;
  onChange(step: StepDraft): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function StepCard(props: StepCardProps) {
  const { step, index, earlier, faults, isTried, onChange, onMove } = props;
  const isLocked = useIsLocked();
  const problems = isTried ? stepProblems(step) : {};
  const set = (changes: Partial<StepDraft>) => onChange({ ...step, ...changes });
  const title = `Step ${index + 1}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isLocked || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <section aria-label={title} onKeyDown={onKeyDown} className="grid gap-3 rounded-lg border bg-raised p-3 sm:p-4">
      <header className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 truncate font-semibold">
          {title}
          {step.name.trim() !== "" && <span className="font-normal text-ink-soft"> · {step.name}</span>}
        </h3>
        <StepButtons {...props} title={title} />
      </header>
      {faults.length > 0 && (
        <ul role="alert" className="grid gap-1 rounded-md bg-danger-soft px-3 py-2 text-danger">
          {faults.map((fault) => (
            <li key={fault} className="break-words">
              {fault}
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="What it does" id={fieldId(step)}>
          {(control) => (
            <Select
              {...control}
              value={step.kind}
              options={[
                { value: "prompt", label: "Asks the agent" },
                { value: "tool", label: "Calls a tool", hint: "Without asking a model." },
              ]}
              onChange={(kind) => set({ kind })}
            />
          )}
        </Field>
        <Field label="Name" hint="Later steps find what it gave under it.">
          {(control) => <Input {...control} value={step.name} onChange={({ target }) => set({ name: target.value })} />}
        </Field>
      </div>
      {step.kind === "prompt" ? (
        <Field label="What the agent is asked" required hint={placeholderHint(earlier)} error={problems.prompt}>
          {(control) => (
            <Textarea
              {...control}
              className="field-sizing-content max-h-96 min-h-16"
              value={step.prompt}
              onChange={({ target }) => set({ prompt: target.value })}
            />
          )}
        </Field>
      ) : (
        <ToolStep
          step={step}
          agent={agentOf(props)}
          tools={props.parts.tools}
          problems={problems}
          hint={placeholderHint(earlier)}
          onChange={set}
        />
      )}
      <StepConditions
        step={step}
        agents={props.parts.agents}
        earlier={earlier}
        problem={problems.when}
        onChange={set}
      />
    </section>
  );
}

/** The agent that does the step. */
function agentOf({ step, agent, parts }: StepCardProps): WorkflowAgent | undefined {
  return parts.agents.find(({ id }) => id === (step.agent || agent));
}

/** Where one goes on after a step was added. */
export function fieldId({ key }: StepDraft): string {
  return `step-${key}-kind`;
}

/** Where one goes on after a step was moved. */
export function moveButtonId({ key }: Pick<StepDraft, "key">, by: -1 | 1): string {
  return `step-${key}-${by === 1 ? "down" : "up"}`;
}

function placeholderHint(earlier: readonly string[]): string {
  const names = earlier.map((name) => `{${name}}`).join(", ");
  const known = names === "" ? "" : `${names} ${earlier.length === 1 ? "is" : "are"} what earlier steps gave. `;
  return `${known}Any ${names === "" ? "" : "other "}name in {braces} is asked for when the workflow is run.`;
}

function StepButtons({ step, index, count, title, onMove, onRemove }: StepCardProps & { readonly title: string }) {
  return (
    <>
      <IconButton
        id={moveButtonId(step, -1)}
        label={`Move ${title.toLowerCase()} up`}
        aria-disabled={index === 0 || undefined}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={15} />
      </IconButton>
      <IconButton
        id={moveButtonId(step, 1)}
        label={`Move ${title.toLowerCase()} down`}
        aria-disabled={index === count - 1 || undefined}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(1)}
      >
        <ArrowDown size={15} />
      </IconButton>
      <IconButton label={`Remove ${title.toLowerCase()}`} onClick={onRemove}>
        <Trash2 size={15} />
      </IconButton>
    </>
  );
}
