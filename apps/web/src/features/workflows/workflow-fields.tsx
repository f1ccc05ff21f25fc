import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import type { WorkflowParts } from "./queries.ts";
import type { SaveFaults } from "./save-faults.ts";
import { ScheduleField } from "./schedule-field.tsx";
import { StepsEditor } from "./steps-editor.tsx";
import type { WorkflowDraft } from "./workflow-draft.ts";

interface WorkflowFieldsProps {
  readonly draft: WorkflowDraft;
  readonly parts: WorkflowParts;
  readonly faults: SaveFaults;
  /** By the keys of the steps. */
  readonly stepFaults: ReadonlyMap<number, readonly string[]>;
  readonly isTried: boolean;
  onChange(draft: WorkflowDraft): void;
}

export function WorkflowFields({ draft, parts, faults, stepFaults, isTried, onChange }: WorkflowFieldsProps) {
  const { agents } = parts;
  const canSeeAgents = useCan("agents", "read");
  const isGone = draft.agent !== "" && !agents.some(({ id }) => id === draft.agent);
  const set = (changes: Partial<WorkflowDraft>) => onChange({ ...draft, ...changes });
  return (
    <div className="grid gap-4">
      <LineField
        label="Name"
        required
        error={isTried && draft.name.trim() === "" ? "Give it a name." : undefined}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <ParagraphField
        label="Description"
        hint="What it is for, for those who run it."
        value={draft.description}
        onChange={(description) => set({ description })}
      />
      <Field
        label="Agent"
        required
        hint={agentHint(agents.length, canSeeAgents)}
        error={isTried && draft.agent === "" ? "Choose an agent." : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={draft.agent}
            options={[
              ...(draft.agent === "" ? [{ value: "", label: "Choose" }] : []),
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
              ...(isGone ? [{ value: draft.agent, label: "One that you can't use" }] : []),
            ]}
            onChange={(agent) => set({ agent })}
          />
        )}
      </Field>
      <StepsEditor
        steps={draft.steps}
        parts={parts}
        agent={draft.agent}
        faults={stepFaults}
        isTried={isTried}
        onChange={(steps) => set({ steps })}
      />
      <ScheduleField schedule={draft.schedule} error={faults.schedule} onChange={(schedule) => set({ schedule })} />
    </div>
  );
}

function agentHint(count: number, canSee: boolean): string {
  if (!canSee) return "Your role does not let you see agents.";
  return count === 0
    ? "None of your agents runs workflows: their backend must allow it."
    : "It answers, and its tools are called, unless a step names another one.";
}
