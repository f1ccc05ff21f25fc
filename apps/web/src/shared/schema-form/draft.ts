import { jsonProblem } from "../fields/json-problem.ts";
import type { FieldShape } from "./field-shape.ts";

/**
 * What somebody has typed so far. A text, also of a number or of JSON; of a boolean `true`, `false` or nothing; of a choice
 * the place of the chosen value, or nothing.
 */
export type Draft = string | readonly DraftEntry[] | DraftMembers;

export interface DraftEntry {
  /** Stays the same while others come and go. */
  readonly key: number;
  readonly draft: Draft;
}

export interface DraftMembers {
  readonly [name: string]: Draft;
}

/** What a draft says, and what is wrong with it, by the path of the field: `address.street`, `tags.0`. */
export interface Reading {
  /** Undefined: nothing is given. */
  readonly value: unknown;
  readonly problems: ReadonlyMap<string, string>;
}

let lastKey = 0;

export function newEntry(shape: FieldShape): DraftEntry {
  lastKey += 1;
  return { key: lastKey, draft: emptyDraft(shape) };
}

export function emptyDraft(shape: FieldShape): Draft {
  if (shape.kind === "list") return [];
  if (shape.kind !== "object") return "";
  return Object.fromEntries(shape.members.map((member) => [member.name, emptyDraft(member.shape)]));
}

/** The draft of a value, as far as a form can show it. */
export function draftOf(shape: FieldShape, value: unknown): Draft {
  if (value === undefined || value === null) return emptyDraft(shape);
  switch (shape.kind) {
    case "list":
      if (!Array.isArray(value)) return [];
      return value.map((each: unknown) => ({ ...newEntry(shape.entry), draft: draftOf(shape.entry, each) }));
    case "object":
      return Object.fromEntries(
        shape.members.map((member) => [member.name, draftOf(member.shape, memberOf(value, member.name))]),
      );
    case "choice": {
      const place = shape.values.findIndex((each) => isSame(each, value));
      return place === -1 ? "" : String(place);
    }
    case "json":
      return JSON.stringify(value, null, 2);
    default:
      return typeof value === "object" ? "" : String(value);
  }
}

/** Whether a form can show all of a value, and would give it back as it is. */
export function fitsForm(shape: FieldShape, value: unknown): boolean {
  return isSame(readDraft(shape, draftOf(shape, value)).value ?? {}, value);
}

export function readDraft(shape: FieldShape, draft: Draft): Reading {
  const problems = new Map<string, string>();
  const value = read(shape, draft, { path: "", isRequired: true, problems });
  return { value, problems };
}

interface Place {
  readonly path: string;
  readonly isRequired: boolean;
  readonly problems: Map<string, string>;
}

function read(shape: FieldShape, draft: Draft, place: Place): unknown {
  if (shape.kind === "list") return readList(shape, Array.isArray(draft) ? draft : [], place);
  if (shape.kind === "object") return readMembers(shape, isMembers(draft) ? draft : {}, place);
  const text = typeof draft === "string" ? draft : "";
  if (text.trim() === "") {
    if (place.isRequired && shape.isNullable) return null;
    if (place.isRequired) place.problems.set(place.path, missing[shape.kind]);
    return undefined;
  }
  return readText(shape, text, place);
}

const missing = {
  text: "Fill this in.",
  number: "Fill this in.",
  json: "Fill this in.",
  boolean: "Choose one.",
  choice: "Choose one.",
};

function readText(shape: FieldShape, text: string, { path, problems }: Place): unknown {
  switch (shape.kind) {
    case "number": {
      const value = Number(text);
      if (!Number.isFinite(value)) problems.set(path, "This is not a number.");
      else if (shape.isWhole && !Number.isInteger(value)) problems.set(path, "A whole number, please.");
      else return value;
      return undefined;
    }
    case "boolean":
      return text === "true";
    case "choice":
      return shape.values[Number(text)];
    case "json": {
      const problem = jsonProblem(text);
      if (problem === undefined) return JSON.parse(text);
      problems.set(path, problem);
      return undefined;
    }
    default:
      return text;
  }
}

function readList(shape: FieldShape & { kind: "list" }, entries: readonly DraftEntry[], place: Place): unknown {
  const { path, isRequired, problems } = place;
  const values = entries.map(({ draft }, index) =>
    read(shape.entry, draft, { path: join(path, String(index)), isRequired: true, problems }),
  );
  return values.length > 0 || isRequired ? values : undefined;
}

function readMembers(shape: FieldShape & { kind: "object" }, draft: DraftMembers, place: Place): unknown {
  const problems = new Map<string, string>();
  const values = shape.members.flatMap((member) => {
    const at = { path: join(place.path, member.name), isRequired: member.isRequired, problems };
    const value = read(member.shape, draft[member.name] ?? "", at);
    return value === undefined ? [] : [[member.name, value] as const];
  });
  // One that may be left out, and is, needs none of its members.
  if (!place.isRequired && !hasText(draft)) return undefined;
  for (const [path, problem] of problems) place.problems.set(path, problem);
  return Object.fromEntries(values);
}

/** Whether anything is typed in, also where it can't be read. */
function hasText(draft: Draft): boolean {
  if (typeof draft === "string") return draft.trim() !== "";
  return isMembers(draft) ? Object.values(draft).some(hasText) : draft.length > 0;
}

export function isMembers(draft: Draft): draft is DraftMembers {
  return typeof draft !== "string" && !Array.isArray(draft);
}

export function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
  );
}
