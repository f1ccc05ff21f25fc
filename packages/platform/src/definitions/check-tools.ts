import type { PlatformContext } from "./context.ts";
import { configParameterTypes, contextToolId, type PlatformTool, toolTypes } from "./tool.ts";
import { unknownOptions } from "./unknown-options.ts";

/** The id of an agent as a tool of another one: its own, with underscores. */
export const agentToolPattern = /^agent_[0-9a-f]{8}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{4}_[0-9a-f]{12}$/;

const toolOptions = [
  "id",
  "name",
  "description",
  "category",
  "inputSchema",
  "type",
  "config",
  "timeoutInSeconds",
  "execute",
];

/** Every fault of every tool. */
export function toolFaults(tools: readonly PlatformTool[], contexts: readonly PlatformContext[]): string[] {
  const builtIn = new Set(contexts.map(({ id }) => contextToolId(id)));
  return tools.flatMap((tool, index) => {
    const isTwice = tools.findIndex((other) => other.id === tool.id) < index;
    const faults = [
      ...(isTwice ? ["there is another tool of this id"] : []),
      ...(builtIn.has(tool.id) ? ["this is the id of the tool that searches a context"] : []),
      ...(agentToolPattern.test(tool.id) ? ["ids like this are those of agents that are tools"] : []),
      ...faultsOf(tool),
    ];
    return faults.map((fault) => `tool "${tool.id}"${tool.site ? ` (${tool.site})` : ""}: ${fault}`);
  });
}

function faultsOf(tool: PlatformTool): string[] {
  const faults: string[] = [];
  const { options } = tool;
  if (typeof tool.id !== "string" || !/^[A-Za-z_][A-Za-z0-9_]{4,79}$/.test(tool.id)) {
    faults.push("the id must have 5 to 80 letters, digits and underscores, and must not start with a digit");
  }
  for (const name of ["name", "description"] as const) {
    if (typeof tool[name] !== "string" || tool[name].trim() === "") faults.push(`it needs a ${name}`);
  }
  if (!toolTypes.includes(tool.type)) faults.push(`the type must be one of ${toolTypes.join(", ")}`);
  if (tool.inputSchema !== undefined && !isStandardSchema(tool.inputSchema)) {
    faults.push("inputSchema must be a Standard Schema, such as one of zod's, valibot's or arktype's");
  }
  if (typeof options.execute !== "function") faults.push("it needs a function execute");
  const { timeoutInSeconds } = options;
  if (timeoutInSeconds !== undefined && !(timeoutInSeconds > 0)) faults.push("timeoutInSeconds must be more than 0");
  faults.push(...unknownOptions("a tool", options, toolOptions), ...configFaults(tool));
  return faults;
}

function configFaults({ config }: PlatformTool): string[] {
  if (!Array.isArray(config)) return ["config must be a list of parameters; it may be empty"];
  return config.flatMap(({ name, type, default: value }, index) => [
    ...(typeof name === "string" && name !== "" ? [] : ["a parameter needs a name"]),
    ...(config.findIndex((other) => other.name === name) < index ? [`there are two parameters "${name}"`] : []),
    ...(configParameterTypes.includes(type)
      ? []
      : [`the type of "${name}" must be one of ${configParameterTypes.join(", ")}`]),
    ...(value === undefined || typeof value === (type === "variable" ? "string" : type)
      ? []
      : [`the default of "${name}" must be a ${type === "variable" ? "name of a variable" : type}`]),
  ]);
}

function isStandardSchema(schema: unknown): boolean {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return false;
  const standard: unknown = Reflect.get(schema, "~standard");
  return typeof standard === "object" && standard !== null && "validate" in standard;
}
