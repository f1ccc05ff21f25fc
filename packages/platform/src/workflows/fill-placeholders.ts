import type { Json } from "../definitions/json.ts";
import { BadInputError } from "../foundation/errors.ts";
import type { StepValues } from "./step.ts";

/** Most characters that a prompt, or the inputs of a tool, may come to. */
export const longestFilled = 100_000;

/** `{name}`, or `{name.member}` for a part of it. */
const placeholder = /\{\{([A-Za-z_][A-Za-z0-9_.-]*)\}\}|\{([A-Za-z_][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_-]+)*)\}/g;
const onlyPlaceholder = /^\{([A-Za-z_][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_-]+)*)\}$/;

/** The names in `{braces}` in a text, or in any text within a value. Doubled braces stand for themselves. */
export function placeholdersIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [...value.matchAll(placeholder)].flatMap(([, , name]) => name ?? []);
  if (Array.isArray(value)) return value.flatMap(placeholdersIn);
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(placeholdersIn);
  return [];
}

/** Puts values in place of placeholders. What is put in is not looked at again: it is text, whatever it says. */
export function fillText(text: string, values: StepValues): string {
  let room = longestFilled - text.length;
  if (room < 0) throw tooLong();
  return text.replaceAll(placeholder, (_, literal: string | undefined, name: string | undefined, path: string) => {
    const put = name === undefined ? `{${literal}}` : asText(valueAt(values, name, path) ?? "");
    room -= put.length;
    // Before it is put together: a few texts of this length, many times over, would fill the memory.
    if (room < 0)
      throw new BadInputError(`With its values filled in, a text has more than ${longestFilled} characters.`);
    return put;
  });
}

function tooLong(): BadInputError {
  return new BadInputError(`With its values filled in, a text has more than ${longestFilled} characters.`);
}

/** The same in every text within a value. A text that is one placeholder and nothing else becomes the value itself. */
export function fillInputs(inputs: Json, values: StepValues): Json {
  const filled = fillValue(inputs, values);
  if (JSON.stringify(filled).length <= longestFilled) return filled;
  throw new BadInputError(`With their values filled in, the inputs have more than ${longestFilled} characters.`);
}

function fillValue(value: Json, values: StepValues): Json {
  if (typeof value === "string") {
    const [, name, path = ""] = onlyPlaceholder.exec(value) ?? [];
    return name === undefined ? fillText(value, values) : (valueAt(values, name, path) ?? null);
  }
  if (Array.isArray(value)) return value.map((part: Json) => fillValue(part, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillValue(part, values)]));
}

/** What a name stands for, or the part of it that a path like `.items.0.title` leads to. */
function valueAt(values: StepValues, name: string, path: string): Json | undefined {
  let value = values.get(name);
  for (const key of path.split(".").slice(1)) {
    const isPart = typeof value === "object" && value !== null && Object.hasOwn(value, key);
    value = isPart ? (Reflect.get(value as object, key) as Json) : undefined;
  }
  return value;
}

/** A value as it stands in a prompt. */
export function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
