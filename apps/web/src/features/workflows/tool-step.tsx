import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { type FieldShape, shapeOf } from "../../shared/schema-form/field-shape.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { WorkflowAgent, WorkflowTool } from "./queries.ts";
import type { StepDraft, StepProblems } from "./step-draft.ts";

interface ToolStepProps {
  readonly step: StepDraft;
  readonly agent: WorkflowAgent | undefined;
  readonly tools: readonly WorkflowTool[];
  readonly problems: StepProblems;
  readonly hint: string;
  onChange(changes: Partial<StepDraft>): void;
}

/** Which of its agent's tools a step calls, and with what. */
export function ToolStep({ step, agent, tools, problems, hint, onChange }: ToolStepProps) {
  const shape = shapeOf(tools.find(({ id }) => id === step.tool)?.inputSchema);
  const choose = (tool: string) => {
    const isUntouched = step.inputs.trim() === "" || step.inputs === skeletonOf(shape);
    const chosen = shapeOf(tools.find(({ id }) => id === tool)?.inputSchema);
    onChange({ tool, ...(isUntouched && { inputs: skeletonOf(chosen) }) });
  };
  return (
    <>
      <Field label="Tool" required hint={toolHint(agent)} error={problems.tool}>
        {(control) => (
          <Select
            {...control}
            value={step.tool}
            options={[
              ...(step.tool === "" ? [{ value: "", label: "Choose" }] : []),
              ...toolOptions(step, agent, tools),
            ]}
            onChange={choose}
          />
        )}
      </Field>
      <Field label="What the tool is given" hint={`${membersHint(shape)}${hint}`} note="JSON" error={problems.inputs}>
        {(control) => (
          <JsonEditor {...control} rows={3} value={step.inputs} onChange={(inputs) => onChange({ inputs })} />
        )}
      </Field>
      <Field label="Note" hint="For people; the tool is not given it.">
        {(control) => (
          <Input {...control} value={step.prompt} onChange={({ target }) => onChange({ prompt: target.value })} />
        )}
      </Field>
    </>
  );
}

/** Tools that ask a person first can't be called: nobody is there to be asked. */
function toolOptions({ tool }: StepDraft, agent: WorkflowAgent | undefined, tools: readonly WorkflowTool[]) {
  const callable = (agent?.tools ?? []).filter(({ approval }) => approval !== true).map(({ id }) => id);
  const offered = tool === "" || callable.includes(tool) ? callable : [...callable, tool];
  return offered.map((id) => {
    const description = tools.find((each) => each.id === id)?.description;
    return { value: id, label: id, ...(description && { hint: shortened(description) }) };
  });
}

const longestHint = 90;

function shortened(text: string): string {
  return text.length > longestHint ? `${text.slice(0, longestHint)}…` : text;
}

function toolHint(agent: WorkflowAgent | undefined): string {
  if (!agent) return "Choose an agent first: these are its tools.";
  return agent.tools?.length ? `The tools of ${agent.name}.` : `${agent.name} has no tools yet.`;
}

/** What must be given, each from a variable of the same name, to begin with. */
function skeletonOf(shape: FieldShape): string {
  if (shape.kind !== "object") return "";
  const needed = shape.members.filter(({ isRequired }) => isRequired);
  return JSON.stringify(Object.fromEntries(needed.map(({ name }) => [name, `{${name}}`])), null, 2);
}

function membersHint(shape: FieldShape): string {
  if (shape.kind !== "object" || shape.members.length === 0) return "";
  const listed = (isWanted: boolean) =>
    shape.members.flatMap(({ name, isRequired }) => (isRequired === isWanted ? [name] : [])).join(", ");
  const [needed, others] = [listed(true), listed(false)];
  return `${needed && `It needs ${needed}. `}${others && `It can be given ${others}. `}`;
}
