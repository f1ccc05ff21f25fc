import type { EvalItem, EvalToolCall } from "../../definitions/eval.ts";
import { PlatformEval } from "../../definitions/eval.ts";
import type { Json } from "../../definitions/json.ts";

export const toolUse = new PlatformEval({
  id: "tool_use",
  name: "Tools",
  description:
    "The share of expected_tools and expected_agent_tools that were called. An empty list expects that none is. Nothing to say where no list is set.",
  config: [
    {
      name: "only_expected",
      description: "Whether calls of other tools count against it.",
      type: "boolean",
      default: false,
    },
  ],
  execute: ({ toolCalls, testCase, config }) => {
    const { expected_tools, expected_agent_tools } = testCase;
    if (expected_tools === null && expected_agent_tools === null) return null;
    const expected = [
      ...namesIn(expected_tools, "expected_tools"),
      ...namesIn(expected_agent_tools, "expected_agent_tools"),
    ];
    const others = toolCalls.filter((call) => !expected.some((name) => isCallOf(call, name)));
    if (expected.length === 0)
      return { score: others.length === 0 ? 100 : 0, reason: listed("called", toolNames(others)) };
    const missing = expected.filter((name) => !toolCalls.some((call) => isCallOf(call, name)));
    const unwanted = config.only_expected ? new Set(toolNames(others)).size : 0;
    return {
      score: (100 * (expected.length - missing.length)) / (expected.length + unwanted),
      reason: listed("not called", missing),
    };
  },
});

export const knowledgeSources = new PlatformEval({
  id: "knowledge_sources",
  name: "Knowledge sources",
  description:
    "The share of expected_knowledge_sources that the agent's tools have found (recall). Nothing to say where none is set.",
  config: [
    { name: "first", description: "How many of the found items count, best first. Default: all.", type: "number" },
  ],
  check: ({ first }) => (first === undefined || first >= 1 ? undefined : `"first" must be at least 1`),
  execute: ({ found, testCase, config }) => {
    const { expected_knowledge_sources } = testCase;
    if (expected_knowledge_sources === null) return null;
    const expected = namesIn(expected_knowledge_sources, "expected_knowledge_sources");
    if (expected.length === 0) return null;
    const counted = config.first === undefined ? found : found.slice(0, config.first);
    const missing = expected.filter((name) => !counted.some((item) => isItem(item, name)));
    return {
      score: (100 * (expected.length - missing.length)) / expected.length,
      reason: listed("not found", missing),
    };
  },
});

export const latency = new PlatformEval({
  id: "latency",
  name: "Latency",
  description: "100 up to the target, 0 from the limit on, and evenly less in between.",
  config: [
    { name: "target_in_seconds", description: "Fast enough.", type: "number", default: 10 },
    { name: "limit_in_seconds", description: "Too slow. Default: twice the target.", type: "number" },
  ],
  check: ({ target_in_seconds: target, limit_in_seconds: limit }) =>
    target > 0 && (limit === undefined || limit > target)
      ? undefined
      : `"target_in_seconds" must be more than 0, and "limit_in_seconds" more than that`,
  execute: ({ seconds, config }) => {
    const { target_in_seconds: target, limit_in_seconds: limit = 2 * target } = config;
    const share = (limit - seconds) / (limit - target);
    return { score: 100 * Math.min(1, Math.max(0, share)), reason: `${seconds.toFixed(2)} seconds` };
  },
});

/** Names, or ids, or objects with one of them. */
function namesIn(list: Json, field: string): readonly string[] {
  if (list === null) return [];
  const entries = Array.isArray(list) ? list : [list];
  const names = entries.map((entry) => {
    if (typeof entry === "object" && entry !== null && !Array.isArray(entry))
      return Reflect.get(entry, "id") ?? Reflect.get(entry, "name");
    return entry;
  });
  if (names.every((name) => typeof name === "string" && name !== "")) return [...new Set(names as string[])];
  throw new Error(`"${field}" must be a list of ids or names.`);
}

function isCallOf({ tool, name }: EvalToolCall, wanted: string): boolean {
  return [tool, name, agentOf(tool)].some((each) => isSame(each, wanted));
}

/** The id of the agent that a tool is; other tools have no id of this form. */
function agentOf(tool: string): string {
  return tool.startsWith("agent_") ? tool.slice("agent_".length).replaceAll("_", "-") : tool;
}

function isItem({ id, name }: EvalItem, wanted: string): boolean {
  return isSame(id, wanted) || (name !== null && isSame(name, wanted));
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function toolNames(calls: readonly EvalToolCall[]): readonly string[] {
  return [...new Set(calls.map(({ tool }) => tool))];
}

const mostListed = 10;

function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const rest = names.length > mostListed ? ` and ${names.length - mostListed} more` : "";
  return `${what}: ${names.slice(0, mostListed).join(", ")}${rest}`;
}
