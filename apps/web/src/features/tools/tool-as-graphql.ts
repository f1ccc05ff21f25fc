import type { ToolCall } from "./queries.ts";

/** A call of a tool as one text that runs as it is: in the explorer, or in a program. */
export function toolAsGraphql({ agent, tool, inputs }: ToolCall): string {
  const given = `agent: ${JSON.stringify(agent)}, tool: ${JSON.stringify(tool)}`;
  const selection = "{\n    result\n    job\n    items\n  }";
  if (isLiteral(inputs)) return `mutation RunTool {\n  runTool(${given}, inputs: ${literal(inputs)}) ${selection}\n}\n`;
  const variables = JSON.stringify({ inputs }, null, 2).replaceAll(/^/gm, "# ");
  return `mutation RunTool($inputs: JSON!) {\n  runTool(${given}, inputs: $inputs) ${selection}\n}\n# Variables:\n${variables}\n`;
}

/** Whether GraphQL can write it down: names of members are letters, digits and underscores there. */
function isLiteral(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isLiteral);
  return Object.entries(value).every(([name, part]) => /^[A-Za-z_]\w*$/.test(name) && isLiteral(part));
}

function literal(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const members = Object.entries(value).map(([name, part]) => `${name}: ${literal(part)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
