import { jsonProblem, objectProblem } from "../fields/json-problem.ts";
import { type Draft, draftOf, emptyDraft, fitsForm, type Reading, readDraft } from "./draft.ts";
import type { FieldShape } from "./field-shape.ts";

/** Inputs while somebody writes them: in a form, or all of them as JSON. */
export type Inputs =
  | { readonly view: "form"; readonly draft: Draft }
  | { readonly view: "json"; readonly text: string };

/** The path of what is wrong with the whole. */
export const wholePath = "";

export function emptyInputs(shape: FieldShape): Inputs {
  return shape.kind === "object" ? { view: "form", draft: emptyDraft(shape) } : { view: "json", text: "{}" };
}

/** In a form where that can show all of it. */
export function inputsOf(shape: FieldShape, value: unknown): Inputs {
  const text = JSON.stringify(value, null, 2);
  return asForm(shape, text) ?? { view: "json", text };
}

export function readInputs(shape: FieldShape, inputs: Inputs): Reading {
  if (inputs.view === "form") return readDraft(shape, inputs.draft);
  const problem = objectProblem(inputs.text);
  return problem
    ? { value: undefined, problems: new Map([[wholePath, problem]]) }
    : { value: JSON.parse(inputs.text), problems: new Map() };
}

export function asJson(shape: FieldShape, draft: Draft): Inputs {
  return { view: "json", text: JSON.stringify(readDraft(shape, draft).value ?? {}, null, 2) };
}

/** Undefined where a form could not show all of it. */
export function asForm(shape: FieldShape, text: string): Inputs | undefined {
  if (shape.kind !== "object" || jsonProblem(text) !== undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return fitsForm(shape, value) ? { view: "form", draft: draftOf(shape, value) } : undefined;
}
