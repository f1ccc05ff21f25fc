import { jsonProblem } from "../../shared/fields/json-problem.ts";
import { fromLocalMoment, toLocalMoment } from "../../shared/format/local-moment.ts";
import { type Context, type ContextField, editableFields, type FieldType } from "../../shared/workspace/context.ts";
import { endingProblem } from "./ending-problem.ts";
import type { Item } from "./item.ts";
import type { ItemInput } from "./queries.ts";

/** What the controls of a form hold: texts as they are typed, also of numbers, moments and JSON. */
export type FormValues = Readonly<Record<string, string>>;
export type FormProblems = Readonly<Record<string, string>>;

type Parsed = { readonly value: unknown } | { readonly problem: string };

interface FormType {
  toText(value: unknown, field: ContextField): string;
  parse(text: string, field: ContextField): Parsed;
}

const plain: FormType = { toText: String, parse: (value) => ({ value }) };

/** How each type of field is edited as a text. */
const formTypes: Readonly<Record<FieldType, FormType>> = {
  string: plain,
  text: plain,
  longtext: plain,
  id: plain,
  file: { toText: String, parse: parseFile },
  number: { toText: String, parse: parseNumber },
  boolean: { toText: String, parse: (text) => ({ value: text === "true" }) },
  date: { toText: (value) => toLocalMoment(String(value)), parse: parseMoment },
  json: { toText: (value) => JSON.stringify(value, null, 2), parse: parseJson },
  enum: { toText: toEnumName, parse: (value) => ({ value }) },
};

/** What a form starts with: the item's values, or the defaults of a new one. */
export function formValuesOf(context: Context, item: Item | undefined): FormValues {
  const entries = editableFields(context).map((field) => {
    const value = item ? item[field.name] : field.default;
    return [field.name, value === null || value === undefined ? "" : formTypes[field.type].toText(value, field)];
  });
  return Object.fromEntries(entries);
}

export type ParsedForm = { readonly input: ItemInput } | { readonly problems: FormProblems };

/**
 * What is sent: the fields that differ from what the form started with, and of a new item the required ones, too. An
 * emptied field becomes null.
 */
export function parseForm(
  context: Context,
  values: FormValues,
  { initial, isNew }: { readonly initial: FormValues; readonly isNew: boolean },
): ParsedForm {
  const problems: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  for (const field of editableFields(context)) {
    const text = values[field.name] ?? "";
    const parsed = parseField(field, text);
    if ("problem" in parsed) problems[field.name] = parsed.problem;
    else if (text !== initial[field.name] || (isNew && field.required)) input[field.name] = parsed.value;
  }
  return Object.keys(problems).length > 0 ? { problems } : { input };
}

export function parseField(field: ContextField, text: string): Parsed {
  if (text.trim() !== "") return formTypes[field.type].parse(text, field);
  return field.required ? { problem: "Fill this in." } : { value: null };
}

function parseNumber(text: string): Parsed {
  const value = Number(text.trim().replace(",", "."));
  return Number.isFinite(value) ? { value } : { problem: "This is not a number." };
}

function parseMoment(text: string): Parsed {
  const value = fromLocalMoment(text);
  return value === undefined ? { problem: "This is not a date with a time." } : { value };
}

function parseJson(text: string): Parsed {
  const problem = jsonProblem(text);
  return problem ? { problem } : { value: JSON.parse(text) };
}

function parseFile(text: string, field: ContextField): Parsed {
  const problem = endingProblem(text, field);
  return problem ? { problem } : { value: text };
}

/** Defaults are told as they are stored, items as the API names them. */
function toEnumName(value: unknown, { enumValues }: ContextField): string {
  const known = enumValues?.find((each) => each.name === value || each.value === value);
  return known?.name ?? String(value);
}

/** Which fields the platform complained about: it names them in quotes. */
export function problemsIn(context: Context, message: string): FormProblems {
  const names = [...message.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  const known = editableFields(context).filter(({ name }) => names.includes(name));
  return Object.fromEntries(known.map(({ name }) => [name, message]));
}
