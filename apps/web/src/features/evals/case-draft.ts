import { jsonProblem } from "../../shared/fields/json-problem.ts";
import type { TestCase, TestCaseInput } from "./case-queries.ts";

/** A test case while it is edited: lists are lines, a conversation is JSON. */
export interface CaseDraft {
  readonly name: string;
  readonly description: string;
  readonly set: string;
  /** Whether what is asked is a list of messages. */
  readonly isConversation: boolean;
  readonly inputs: string;
  readonly expectedOutput: string;
  readonly expectedTools: string;
  /** Whether the agent is to call no tool at all. */
  readonly expectsNoTool: boolean;
  readonly expectedAgents: string;
  readonly expectedItems: string;
}

export function caseDraftOf(testCase: TestCase | undefined, set: string | undefined): CaseDraft {
  const isConversation = testCase !== undefined && typeof testCase.inputs !== "string";
  return {
    name: testCase?.name ?? "",
    description: testCase?.description ?? "",
    set: testCase ? (testCase.eval_set_id ?? "") : (set ?? ""),
    isConversation,
    inputs: isConversation ? JSON.stringify(testCase.inputs, null, 2) : String(testCase?.inputs ?? ""),
    expectedOutput: testCase?.expected_output ?? "",
    expectedTools: lines(testCase?.expected_tools),
    expectsNoTool: testCase?.expected_tools?.length === 0,
    expectedAgents: lines(testCase?.expected_agent_tools),
    expectedItems: lines(testCase?.expected_knowledge_sources),
  };
}

function lines(list: readonly string[] | null | undefined): string {
  return (list ?? []).join("\n");
}

/** What was asked so far, as the other kind of input. */
export function withConversation(draft: CaseDraft, isConversation: boolean): CaseDraft {
  if (isConversation === draft.isConversation) return draft;
  const inputs = isConversation
    ? JSON.stringify([{ role: "user", content: draft.inputs }], null, 2)
    : lastMessage(draft.inputs);
  return { ...draft, isConversation, inputs };
}

function lastMessage(inputs: string): string {
  if (jsonProblem(inputs)) return inputs;
  const messages: unknown = JSON.parse(inputs);
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return typeof last === "object" && last !== null && "content" in last ? String(last.content) : inputs;
}

const roles = ["user", "assistant", "system"];

/** Why what is asked can't be saved; undefined when it can. */
export function inputsProblem({ isConversation, inputs }: CaseDraft): string | undefined {
  if (!isConversation) return undefined;
  const problem = jsonProblem(inputs);
  if (problem) return problem;
  const messages: unknown = JSON.parse(inputs);
  if (!Array.isArray(messages) || messages.length === 0) return "A conversation is a list of messages.";
  if (!messages.every(isMessage)) return `Each message has a "content" and a "role": ${roles.join(", ")}.`;
  return messages.at(-1)?.role === "user" ? undefined : "The last message must be the user's.";
}

function isMessage(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("role" in value) || !("content" in value)) return false;
  return roles.includes(String(value.role)) && typeof value.content === "string";
}

export function isCaseComplete({ name, inputs, expectedOutput }: CaseDraft): boolean {
  return [name, inputs, expectedOutput].every((text) => text.trim() !== "");
}

export function caseInputOf(draft: CaseDraft): TestCaseInput {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    eval_set_id: draft.set || null,
    inputs: draft.isConversation ? JSON.parse(draft.inputs) : draft.inputs.trim(),
    expected_output: draft.expectedOutput.trim(),
    expected_tools: draft.expectsNoTool ? [] : listIn(draft.expectedTools),
    expected_agent_tools: listIn(draft.expectedAgents),
    expected_knowledge_sources: listIn(draft.expectedItems),
  };
}

function listIn(text: string): readonly string[] | null {
  const list = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return list.length > 0 ? list : null;
}
