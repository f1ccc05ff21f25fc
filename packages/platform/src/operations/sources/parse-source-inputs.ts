import type { Json } from "../../definitions/json.ts";
import { parameterProblem } from "../../definitions/parameter-problem.ts";
import type { SourceDefinition } from "../../definitions/source.ts";
import { BadInputError } from "../../foundation/errors.ts";

/** What a run of the source is given: checked, with defaults filled in. Every fault is reported at once. */
export function parseSourceInputs({ id, config }: SourceDefinition, inputs: unknown): Record<string, Json> {
  if (typeof inputs !== "object" || inputs === null || Array.isArray(inputs)) {
    throw new BadInputError(`"inputs" must be an object; {} when there is nothing to say.`);
  }
  const given = new Map(Object.entries(inputs));
  const faults: string[] = [];
  const parsed: Record<string, Json> = {};
  for (const parameter of config?.params ?? []) {
    const value: unknown = given.get(parameter.name) ?? parameter.default;
    given.delete(parameter.name);
    if (value === undefined || value === null) {
      if (parameter.required) faults.push(`"${parameter.name}" is required`);
      continue;
    }
    const problem = parameterProblem(parameter.type, value);
    if (problem) faults.push(`"${parameter.name}" ${problem}`);
    else parsed[parameter.name] = value as Json;
  }
  for (const name of given.keys()) faults.push(`the source "${id}" has no parameter "${name}"`);
  if (faults.length > 0) throw new BadInputError(`${faults.join("; ")}.`);
  return parsed;
}
