import { arrayLiteral, type SqlValue } from "../storage/sql.ts";

/** The parameters of a statement of the queue library's, as our databases take them. */
export function parameterValues(parameters: readonly unknown[]): SqlValue[] {
  return parameters.map(parameterValue);
}

function parameterValue(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return arrayLiteral(value.map(parameterValue));
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return String(value);
}
