import type { SourceParameter } from "../../shared/workspace/context-parts.ts";

export interface RunInputs {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** By the name of the parameter. */
  readonly problems: Readonly<Record<string, string>>;
}

/** What somebody typed as the values that the platform takes. What is left empty is not sent. */
export function runInputs(
  parameters: readonly SourceParameter[],
  texts: Readonly<Record<string, string | undefined>>,
): RunInputs {
  const inputs: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  for (const { name, type, required } of parameters) {
    const text = texts[name]?.trim() ?? "";
    if (text === "") {
      if (required) problems[name] = "Fill this in.";
      continue;
    }
    const parsed = parse(type, text);
    if ("value" in parsed) inputs[name] = parsed.value;
    else problems[name] = parsed.problem;
  }
  return { inputs, problems };
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

function parse(type: SourceParameter["type"], text: string): Parsed {
  if (type === "number") {
    const value = Number(text);
    return Number.isFinite(value) ? { value } : { problem: "This is not a number." };
  }
  if (type === "boolean") return { value: text === "true" };
  if (type === "json") {
    try {
      return { value: JSON.parse(text) };
    } catch {
      return { problem: "This is not JSON." };
    }
  }
  return { value: text };
}
