import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from "graphql";
import { parseDate } from "../definitions/dates.ts";
import { jsonProblem } from "../definitions/json-problem.ts";

export const GraphQLDate = new GraphQLScalarType<string, string>({
  name: "Date",
  description: "A moment, as an ISO 8601 timestamp in UTC with milliseconds: `2026-11-15T09:30:00.000Z`.",
  serialize: (value) => String(value),
  parseValue: parseDateInput,
  parseLiteral: (node) => parseDateInput(node.kind === Kind.STRING ? node.value : undefined, node),
});

export const GraphQLJSON = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value: an object, a list, a text, a number, true, false or null.",
  serialize: (value) => value,
  parseValue: (value) => parseJsonInput(value),
  parseLiteral: (node, variables) => parseJsonInput(valueFromASTUntyped(node, variables), node),
});

function parseDateInput(value: unknown, node?: ValueNode): string {
  const date = typeof value === "string" ? parseDate(value) : undefined;
  if (date) return date;
  throw badValue("A Date must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z.", node);
}

function parseJsonInput(value: unknown, node?: ValueNode): unknown {
  const problem = jsonProblem(value);
  if (problem) throw badValue(`JSON ${problem}.`, node);
  return value;
}

function badValue(message: string, node: ValueNode | undefined): GraphQLError {
  return new GraphQLError(message, { ...(node && { nodes: node }), extensions: { code: "BAD_USER_INPUT" } });
}
