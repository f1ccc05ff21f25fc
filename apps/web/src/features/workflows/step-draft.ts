import { jsonProblem, objectProblem } from "../../shared/fields/json-problem.ts";

/** A step while it is edited. */
export interface StepDraft {
  /** Stays the same while steps are moved. */
  readonly key: number;
  readonly kind: "prompt" | "tool";
  readonly name: string;
  /** What the agent is asked; of a tool, a note for people. */
  readonly prompt: string;
  readonly tool: string;
  /** What the tool is given, as JSON. */
  readonly inputs: string;
  /** The id of another agent; empty: the workflow's. */
  readonly agent: string;
  /** In words, or as JSON. */
  readonly when: string;
  readonly group: string;
}

let lastKey = 0;

export function newStep(kind: StepDraft["kind"]): StepDraft {
  lastKey += 1;
  return { key: lastKey, kind, name: "", prompt: "", tool: "", inputs: "", agent: "", when: "", group: "" };
}

/**
 * Steps in any of the forms in which they can be stored: a list, an object with `steps`, or one alone. Undefined when there
 * is something in them that a form could not show.
 */
export function stepDraftsOf(stored: unknown): readonly StepDraft[] | undefined {
  const list = listOf(stored);
  const drafts = list?.map(stepDraftOf);
  return drafts?.every((draft) => draft !== undefined) ? drafts : undefined;
}

function listOf(stored: unknown): readonly unknown[] | undefined {
  if (stored === null || stored === undefined) return [];
  if (Array.isArray(stored)) return stored;
  if (typeof stored === "string") return stored.trim() === "" ? [] : [stored];
  if (!isRecord(stored)) return undefined;
  if ("steps" in stored) return Array.isArray(stored.steps) ? stored.steps : undefined;
  return Object.keys(stored).length === 0 ? [] : [stored];
}

const texts = ["name", "prompt", "tool", "agent", "group"] as const;

function stepDraftOf(stored: unknown): StepDraft | undefined {
  if (typeof stored === "string") return { ...newStep("prompt"), prompt: stored };
  if (!isRecord(stored)) return undefined;
  const { inputs, when, ...rest } = stored;
  const isKnown = Object.entries(rest).every(
    ([name, value]) => texts.some((text) => text === name) && (typeof value === "string" || value === null),
  );
  if (!isKnown || (inputs !== undefined && inputs !== null && !isRecord(inputs))) return undefined;
  const given = Object.fromEntries(
    texts.flatMap((name) => (typeof rest[name] === "string" ? [[name, rest[name]]] : [])),
  );
  return {
    ...newStep(typeof rest.tool === "string" ? "tool" : "prompt"),
    ...given,
    inputs: inputs ? JSON.stringify(inputs, null, 2) : "",
    when: whenText(when),
  };
}

function whenText(when: unknown): string {
  if (when === undefined || when === null) return "";
  return typeof when === "string" ? when : JSON.stringify(when);
}

/** The step as it is stored. What is not JSON where it must be is left as it is: it is never sent. */
export function stepOf(draft: StepDraft): Readonly<Record<string, unknown>> {
  const { kind, name, prompt, tool, inputs, agent, when, group } = draft;
  const isTool = kind === "tool";
  return {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(isTool && { tool }),
    ...((!isTool || prompt.trim() !== "") && { prompt }),
    ...(isTool && inputs.trim() !== "" && { inputs: parsedOr(inputs) }),
    ...(agent !== "" && { agent }),
    ...(when.trim() !== "" && { when: isJson(when) ? parsedOr(when) : when.trim() }),
    ...(group.trim() !== "" && { group: group.trim() }),
  };
}

function parsedOr(text: string): unknown {
  return jsonProblem(text) === undefined ? JSON.parse(text) : text;
}

export type StepProblems = Readonly<Partial<Record<"prompt" | "tool" | "inputs" | "when", string>>>;

/** What can be told without the platform. */
export function stepProblems({ kind, prompt, tool, inputs, when }: StepDraft): StepProblems {
  const badInputs = kind === "tool" && inputs.trim() !== "" ? objectProblem(inputs) : undefined;
  const badWhen = isJson(when) ? jsonProblem(when) : undefined;
  return {
    ...(kind === "prompt" && prompt.trim() === "" && { prompt: "Write what the agent is asked." }),
    ...(kind === "tool" && tool === "" && { tool: "Choose a tool." }),
    ...(badInputs && { inputs: badInputs }),
    ...(badWhen && { when: badWhen }),
  };
}

/** A condition is JSON, or words. */
function isJson(when: string): boolean {
  return /^\s*[{[]/.test(when) && !/^\s*\{[A-Za-z_][\w-]*\}/.test(when);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list with one member moved; as it was when there is no such place. */
export function moved<Member>(list: readonly Member[], from: number, to: number): readonly Member[] {
  const member = list[from];
  if (member === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, member);
}
