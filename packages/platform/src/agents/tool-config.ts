import type { ConfigParameter, PlatformTool } from "../definitions/tool.ts";
import { BadInputError } from "../foundation/errors.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import type { Database } from "../storage/database.ts";
import { findVariable } from "../storage/identity/variables.ts";

export interface VariableSource {
  readonly database: Database;
  readonly secrets: SecretBox;
}

type Value = string | boolean | number;

/** The settings of a tool, ready for one call. */
export interface ResolvedConfig {
  readonly values: Readonly<Record<string, Value>>;
  /** What must not be said again: the names of variables by their values. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** What an agent has set for a tool, with defaults filled in and variables looked up. Every fault is told at once. */
export async function resolveToolConfig(
  source: VariableSource,
  tool: PlatformTool,
  given: Readonly<Record<string, unknown>>,
): Promise<ResolvedConfig> {
  const faults: string[] = [];
  const values: Record<string, Value> = {};
  const secrets = new Map<string, string>();
  for (const parameter of tool.config) {
    const value: unknown = given[parameter.name] ?? parameter.default;
    if (value === undefined || value === null) continue;
    const problem = valueProblem(parameter, value);
    if (problem) faults.push(`"${parameter.name}" ${problem}`);
    else if (parameter.type !== "variable") values[parameter.name] = value as Value;
    else {
      const found = await variableValue(source, String(value));
      if (found === undefined) faults.push(`"${parameter.name}" names the variable "${value}", which has no value`);
      else {
        values[parameter.name] = found;
        secrets.set(found, String(value));
      }
    }
  }
  if (faults.length > 0) throw new BadInputError(`The tool "${tool.id}" is not set up: ${faults.join("; ")}.`);
  return { values, secrets };
}

function valueProblem({ type }: ConfigParameter, value: unknown): string | undefined {
  const expected = type === "variable" ? "string" : type;
  return typeof value === expected ? undefined : `must be a ${expected}`;
}

/** Decrypted here, for the tool alone: it is neither kept nor logged. */
export async function variableValue({ database, secrets }: VariableSource, name: string): Promise<string | undefined> {
  const variable = await findVariable(database, name);
  if (!variable?.value) return undefined;
  return variable.encrypted ? secrets.open(variable.value) : variable.value;
}
