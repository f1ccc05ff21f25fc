import { objectProblem } from "../../shared/fields/json-problem.ts";
import { isEqualButForKeys } from "../../shared/records/use-draft.ts";
import type { Workflow, WorkflowInput } from "./queries.ts";
import { type StepDraft, stepDraftsOf, stepOf, stepProblems } from "./step-draft.ts";

export interface WorkflowDraft {
  readonly name: string;
  readonly description: string;
  readonly agent: string;
  readonly schedule: string;
  readonly steps: readonly StepDraft[];
}

/** In a form, or all of it as JSON. */
export type Editing =
  | { readonly view: "form"; readonly draft: WorkflowDraft }
  | { readonly view: "json"; readonly text: string };

export function editingOf(workflow: Workflow | undefined, firstAgent: string | undefined): Editing {
  if (!workflow) {
    return { view: "form", draft: { name: "", description: "", agent: firstAgent ?? "", schedule: "", steps: [] } };
  }
  const { name, description, agent, schedule, steps_json } = workflow;
  const text = JSON.stringify({ name, description, agent, schedule, steps_json }, null, 2);
  return asForm(text) ?? { view: "json", text };
}

/** In the view that it was in before. */
export function inViewOf(before: Editing | undefined, editing: Editing): Editing {
  return before?.view === "json" && editing.view === "form" ? asJson(editing.draft) : editing;
}

export function asJson(draft: WorkflowDraft): Editing {
  return { view: "json", text: JSON.stringify(inputOf(draft), null, 2) };
}

/** Undefined where the form could not show all of it. */
export function asForm(text: string): Editing | undefined {
  if (objectProblem(text) !== undefined) return undefined;
  const { steps_json, ...rest } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const steps = stepDraftsOf(steps_json);
  const isKnown = Object.entries(rest).every(
    ([name, value]) => known.some((each) => each === name) && (typeof value === "string" || value === null),
  );
  if (!steps || !isKnown) return undefined;
  const textOf = (name: (typeof known)[number]) => String(rest[name] ?? "");
  return {
    view: "form",
    draft: {
      ...{ name: textOf("name"), description: textOf("description") },
      ...{ agent: textOf("agent"), schedule: textOf("schedule"), steps },
    },
  };
}

const known = ["name", "description", "agent", "schedule"] as const;

/** What is sent; undefined while something in it can't be. */
export function editedInput(editing: Editing): WorkflowInput | undefined {
  return isSound(editing) ? inputIn(editing) : undefined;
}

function isSound(editing: Editing): boolean {
  if (editing.view === "json") return objectProblem(editing.text) === undefined;
  const { name, agent, steps } = editing.draft;
  const isWhole = name.trim() !== "" && agent !== "";
  return isWhole && steps.every((step) => Object.keys(stepProblems(step)).length === 0);
}

/** What is written in it, which must be JSON where it is written as JSON. */
export function inputIn(editing: Editing): WorkflowInput {
  return editing.view === "json" ? (JSON.parse(editing.text) as WorkflowInput) : inputOf(editing.draft);
}

/** Whether they say the same, also where one is in a form and the other is JSON. */
export function isSameEditing(one: Editing, other: Editing): boolean {
  if (one.view === other.view) return isEqualButForKeys(one, other);
  return wordsOf(one) === wordsOf(other);
}

function wordsOf(editing: Editing): string {
  const isJson = editing.view === "form" || objectProblem(editing.text) === undefined;
  return isJson ? JSON.stringify(inputIn(editing)) : editing.text;
}

function inputOf({ name, description, agent, schedule, steps }: WorkflowDraft): WorkflowInput {
  return {
    name: name.trim(),
    description: description.trim() || null,
    agent,
    schedule: schedule.trim() || null,
    steps_json: steps.map(stepOf),
  };
}
