import type { AppServices } from "./app-services.ts";
import { definitionSite } from "./definition-site.ts";
import type { Json } from "./json.ts";
import { configParameterTypes } from "./tool.ts";

export const evalParameterTypes = [...configParameterTypes, "json"] as const;

/** A setting of an evaluation, which each run that uses it may give its own value. */
export interface EvalParameter {
  readonly name: string;
  readonly description: string;
  /** A `variable` holds the name of a stored variable; the evaluation is given that variable's value, decrypted. */
  readonly type: (typeof evalParameterTypes)[number];
  readonly default?: Json;
}

type ParameterValue<Parameter extends EvalParameter> = Parameter["type"] extends "boolean"
  ? boolean
  : Parameter["type"] extends "number"
    ? number
    : Parameter["type"] extends "json"
      ? Json
      : string;

/** The values of the settings; one without a default may be missing. */
export type EvalConfig<Parameters extends readonly EvalParameter[]> = {
  readonly [Parameter in Parameters[number] as Parameter["name"]]:
    | ParameterValue<Parameter>
    | (Parameter extends { readonly default: Json } ? never : undefined);
};

export interface EvalMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A tool that the agent has called for its answer. */
export interface EvalToolCall {
  /** The id of the tool. */
  readonly tool: string;
  /** What people call it. */
  readonly name: string;
  readonly inputs: unknown;
  /** What it gave back; null when it failed. */
  readonly result: string | null;
}

/** An item that tools have found for the answer. */
export interface EvalItem {
  readonly id: string;
  readonly name: string | null;
  readonly context: string | null;
}

/** A test case, as it is stored. */
export interface EvalTestCase {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly inputs: Json;
  readonly expected_output: string;
  readonly expected_tools: Json;
  readonly expected_knowledge_sources: Json;
  readonly expected_agent_tools: Json;
}

/** Whom to ask: an agent, or the model of a backend. */
export interface EvalQuestion {
  /** The id of an agent. */
  readonly agent?: string | undefined;
  /** The id of a backend; for whoever may change agents. */
  readonly backend?: string | undefined;
  readonly prompt: string;
}

/** What an evaluation looks at. `items`, `file` and `ask` act with the rights of whoever started the run. */
export interface EvalRun<Config> extends Omit<AppServices, "items"> {
  readonly agent: { readonly id: string; readonly name: string };
  /** The conversation, with the agent's answer at its end. */
  readonly messages: readonly EvalMessage[];
  /** The text of the agent's answer. */
  readonly answer: string;
  /** In the order in which they were called. */
  readonly toolCalls: readonly EvalToolCall[];
  /** In the order in which they were found, each once. */
  readonly found: readonly EvalItem[];
  /** How long the agent took. */
  readonly seconds: number;
  readonly testCase: EvalTestCase;
  readonly config: Config;
  /** The items of a context. */
  readonly items: AppServices["items"];
  /** Asks a model, and gives back the text of its answer. */
  ask(question: EvalQuestion): Promise<string>;
  /** Aborted when the time of the case is up. */
  readonly signal: AbortSignal;
}

/** From 0 to 100, alone or with a reason; null when the evaluation has nothing to say about the case. */
export type EvalScore = number | { readonly score: number; readonly reason?: string } | null;

export interface EvalOptions<Parameters extends readonly EvalParameter[]> {
  /** 5 to 80 letters, digits and underscores, no digit first. Must not change: runs refer to it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** For people: what is scored, and how. */
  readonly description: string;
  readonly config: Parameters;
  /** What is wrong with the settings that a run has given it, if anything. Asked before the run begins. */
  check?(config: EvalConfig<Parameters>): string | undefined;
  /** Scores an answer. What it throws makes the case an error. */
  execute(run: EvalRun<EvalConfig<Parameters>>): EvalScore | Promise<EvalScore>;
}

/** A way to score the answers of agents. */
export class PlatformEval<const Parameters extends readonly EvalParameter[] = readonly EvalParameter[]> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly config: Parameters;
  readonly options: EvalOptions<Parameters>;
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;

  constructor(options: EvalOptions<Parameters>) {
    this.id = options.id;
    this.name = options.name;
    this.description = options.description;
    this.config = options.config;
    this.options = options;
    this.site = definitionSite(PlatformEval);
  }
}

/** The evaluations that every deployment has. */
export const builtInEvals = [
  ...(["exact_match", "contains", "regex", "json_schema", "tool_use", "knowledge_sources", "latency"] as const),
  "llm_as_judge" as const,
];
