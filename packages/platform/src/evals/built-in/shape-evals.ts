import { PlatformEval } from "../../definitions/eval.ts";
import { checkInThread } from "../check-in-thread.ts";

const longestPattern = 2000;

export const regex = new PlatformEval({
  id: "regex",
  name: "Regular expression",
  description: "100 when a regular expression, by default the expected output, matches the answer; 0 otherwise.",
  config: [
    { name: "pattern", description: "The expression. Default: the expected output.", type: "string" },
    { name: "flags", description: "Of i, m, s, u and v.", type: "string", default: "" },
  ],
  check: ({ pattern, flags }) => patternProblem(pattern ?? "", flags),
  execute: async ({ answer, testCase, config, signal }) => {
    const { flags } = config;
    const pattern = config.pattern ?? testCase.expected_output;
    const problem = patternProblem(pattern, flags);
    if (problem) throw new Error(problem);
    const { isRight } = await checkInThread({ kind: "regex", pattern, flags, text: answer }, signal);
    return isRight ? 100 : 0;
  },
});

function patternProblem(pattern: string, flags: string): string | undefined {
  if (pattern.length > longestPattern) return `The pattern must have at most ${longestPattern} characters.`;
  if (!/^[imsuv]*$/.test(flags)) return `The flags must be of i, m, s, u and v, not "${flags.slice(0, 20)}".`;
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : String(error);
  }
}

export const jsonSchema = new PlatformEval({
  id: "json_schema",
  name: "JSON schema",
  description: "100 when the answer is JSON that satisfies a schema, by default the expected output; 0 otherwise.",
  config: [{ name: "schema", description: "A JSON Schema. Default: the expected output, as JSON.", type: "json" }],
  check: ({ schema }) => (schema === undefined || isSchema(schema) ? undefined : noSchema),
  execute: async ({ answer, testCase, config, signal }) => {
    const schema = config.schema ?? parsedSchema(testCase.expected_output);
    if (!isSchema(schema)) throw new Error(noSchema);
    const { isRight, reason } = await checkInThread({ kind: "json_schema", schema, text: unfenced(answer) }, signal);
    return { score: isRight ? 100 : 0, ...(reason !== undefined && { reason }) };
  },
});

const noSchema = "A JSON Schema is an object.";

function isSchema(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

function parsedSchema(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The expected output is no JSON, and no schema is set.");
  }
}

/** Models like to put JSON into a block of code: what is in it counts, when there is nothing else. */
export function unfenced(text: string): string {
  const trimmed = text.trim();
  const opening = /^```[a-z]*\n/i.exec(trimmed)?.[0];
  if (opening === undefined || !trimmed.endsWith("```")) return trimmed;
  return trimmed.slice(opening.length, -"```".length).trim();
}
