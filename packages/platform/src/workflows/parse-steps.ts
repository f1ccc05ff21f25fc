import type { Json } from "../definitions/json.ts";
import { placeholdersOf } from "./needed-variables.ts";
import { parseCondition } from "./parse-condition.ts";
import { namePattern, type WorkflowStep } from "./step.ts";
import { stepsIn } from "./step-condition.ts";

export interface ParsedSteps {
  readonly steps: readonly WorkflowStep[];
  /** Everything that is wrong with them; where there is something, they can't be run. */
  readonly faults: readonly string[];
}

const mostSteps = 100;
const keys = ["name", "prompt", "agent", "tool", "inputs", "when", "group"];

/**
 * The steps of a workflow as they are stored: a list; an object whose `steps` is one; one step alone; or any of these as
 * JSON in a text. A text is a step with that prompt. Nothing, or what is empty, has no steps.
 */
export function parseSteps(stored: unknown): ParsedSteps {
  const list = listOf(stored);
  if (!list) return { steps: [], faults: ['it must be a list of steps, like [{ "prompt": "Summarise {text}." }]'] };
  if (list.length > mostSteps) return { steps: [], faults: [`it has ${list.length} steps; ${mostSteps} are the most`] };
  const faults: string[] = [];
  const steps = list.map((entry, index) => {
    const { step, problems } = parseStep(entry);
    faults.push(...problems.map((problem) => `${placeOf(step, index)} ${problem}`));
    return step;
  });
  faults.push(...faultsBetween(steps));
  return { steps, faults };
}

function listOf(stored: unknown): readonly unknown[] | undefined {
  if (stored === null || stored === undefined) return [];
  if (Array.isArray(stored)) return stored;
  if (typeof stored === "string") {
    const inside = jsonIn(stored);
    return inside === undefined ? (stored.trim() === "" ? [] : [stored]) : listOf(inside);
  }
  if (typeof stored !== "object") return undefined;
  if ("steps" in stored) return Array.isArray(stored.steps) ? stored.steps : undefined;
  if (Object.keys(stored).length === 0) return [];
  return "prompt" in stored || "tool" in stored ? [stored] : undefined;
}

/** Clients that take JSON for a text write it twice over. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseStep(entry: unknown): { readonly step: WorkflowStep; readonly problems: readonly string[] } {
  if (typeof entry === "string") return parseStep({ prompt: entry });
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return { step: { inputs: {} }, problems: ['must be an object like { "prompt": "…" }, or a text'] };
  }
  const given = entry as Readonly<Record<string, unknown>>;
  const problems = Object.keys(given)
    .filter((key) => !keys.includes(key))
    .map((key) => `has the unknown key "${key}"; there are: ${keys.join(", ")}`);
  const text = (key: string): string | undefined => {
    const value = given[key] ?? undefined;
    if (value === undefined || (typeof value === "string" && value.trim() !== "")) return value;
    problems.push(`needs a text in "${key}"`);
    return undefined;
  };
  const name = text("name");
  if (name !== undefined && !namePattern.test(name)) {
    problems.push(`can't be called "${name}": a name has letters, digits, - and _, no digit first, at most 60`);
  }
  const [prompt, agent, tool, group] = [text("prompt"), text("agent"), text("tool"), text("group")];
  const isEmpty = !("prompt" in given) && !("tool" in given);
  if (isEmpty || (given.prompt === null && given.tool === null)) problems.push('needs a "prompt" or a "tool"');
  const inputs = (given.inputs ?? {}) as Json;
  if (typeof inputs !== "object" || Array.isArray(inputs)) problems.push('needs an object in "inputs"');
  if (given.inputs !== undefined && tool === undefined) problems.push('has "inputs" and no "tool" that takes them');
  const parsed = given.when === undefined || given.when === null ? undefined : parseCondition(given.when);
  if (parsed && "fault" in parsed) problems.push(`has a "when" that is no condition: ${parsed.fault}`);
  const when = parsed && "condition" in parsed ? parsed.condition : undefined;
  return { step: { name, prompt, agent, tool, group, inputs, when }, problems };
}

/** What is wrong with steps that are sound by themselves. */
function faultsBetween(steps: readonly WorkflowStep[]): string[] {
  return steps.flatMap((step, index) => {
    const place = placeOf(step, index);
    const earlier = steps.slice(0, index);
    const names = earlier.flatMap(({ name }) => name ?? []);
    const beside = (each: WorkflowStep) => step.group !== undefined && each.group === step.group && each !== step;
    const sameGroup = steps.filter(beside).flatMap(({ name }) => name ?? []);
    const asked = [...new Set(step.when ? stepsIn(step.when) : [])];
    const isApart = earlier.some(beside) && steps[index - 1]?.group !== step.group;
    return [
      ...(step.name !== undefined && names.includes(step.name) ? [`${place} has the name of an earlier step`] : []),
      ...(isApart ? [`${place} stands apart from the other steps of the group "${step.group}"`] : []),
      ...placeholdersOf(step)
        .filter((name) => sameGroup.includes(name))
        .map((name) => `${place} runs beside "${name}" and can't use it`),
      ...asked
        .filter((name) => sameGroup.includes(name) || !names.includes(name))
        .map((name) => `${place} has a "when" about "${name}", which is no earlier step`),
    ];
  });
}

/** How people are told of a step. */
export function placeOf({ name }: Pick<WorkflowStep, "name">, index: number): string {
  return name !== undefined && namePattern.test(name) ? `step ${index + 1} ("${name}")` : `step ${index + 1}`;
}
