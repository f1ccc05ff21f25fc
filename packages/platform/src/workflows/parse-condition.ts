import type { Json } from "../definitions/json.ts";
import type { StepCondition } from "./step-condition.ts";

/** What a condition is, or what is wrong with it. */
export type ParsedCondition = { readonly condition: StepCondition } | { readonly fault: string };

const shape =
  'it must be { "step": "name" } with one of "equals", "in", "contains", "exists", or "all", "any" or "not" of such conditions';
const deepest = 10;
const words =
  /^(?<not>not\s+|!\s*)?\{?(?<step>[A-Za-z_][A-Za-z0-9_-]*)\}?(?:\s*(?<operator>==?|!=|\bequals\b|\bcontains\b|\bexists\b)\s*(?<value>.*))?$/s;

/** A condition in JSON, or in words: `verdict`, `not verdict`, `verdict = yes`, `verdict != yes`, `verdict contains yes`. */
export function parseCondition(value: unknown, depth = 0): ParsedCondition {
  if (typeof value === "string") return parseWords(value.trim());
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > deepest) return { fault: shape };
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const [first, second, ...others] = entries;
  if (!first || others.length > 0) return { fault: shape };
  if (!second) return parseCombined(first[0], first[1], depth);
  const step = entries.find(([key]) => key === "step")?.[1];
  const test = entries.find(([key]) => key !== "step");
  if (typeof step !== "string" || step === "" || !test) return { fault: shape };
  return parseTest(step, test[0], test[1]);
}

function parseCombined(key: string, value: unknown, depth: number): ParsedCondition {
  if (key === "step" && typeof value === "string") return found({ kind: "exists", step: value, isWanted: true });
  if (key === "not") {
    const parsed = parseCondition(value, depth + 1);
    return "fault" in parsed ? parsed : found({ kind: "not", condition: parsed.condition });
  }
  if ((key !== "all" && key !== "any") || !Array.isArray(value) || value.length === 0) return { fault: shape };
  const conditions: StepCondition[] = [];
  for (const part of value) {
    const parsed = parseCondition(part, depth + 1);
    if ("fault" in parsed) return parsed;
    conditions.push(parsed.condition);
  }
  return found({ kind: key, conditions });
}

function parseTest(step: string, operator: string, operand: unknown): ParsedCondition {
  if (operator === "exists" && typeof operand === "boolean") return found({ kind: "exists", step, isWanted: operand });
  if (operator === "contains" && isPlain(operand)) return found({ kind: "contains", step, text: String(operand) });
  if (operator === "equals" && isPlain(operand)) return found({ kind: "equals", step, values: [String(operand)] });
  if (operator === "in" && Array.isArray(operand) && operand.every(isPlain)) {
    return found({ kind: "equals", step, values: operand.map(String) });
  }
  return { fault: shape };
}

function parseWords(text: string): ParsedCondition {
  const { not, step, operator, value = "" } = words.exec(text)?.groups ?? {};
  if (step === undefined || (operator === "exists" && value !== ""))
    return { fault: `${shape}; or words like "name = yes"` };
  const operand = value.replace(/^(["'])(.*)\1$/s, "$2");
  const condition: StepCondition =
    operator === undefined || operator === "exists"
      ? { kind: "exists", step, isWanted: true }
      : operator === "contains"
        ? { kind: "contains", step, text: operand }
        : { kind: "equals", step, values: [operand] };
  const isNegated = (not !== undefined) !== (operator === "!=");
  return found(isNegated ? { kind: "not", condition } : condition);
}

function found(condition: StepCondition): ParsedCondition {
  return { condition };
}

function isPlain(value: unknown): value is Exclude<Json, object> {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
