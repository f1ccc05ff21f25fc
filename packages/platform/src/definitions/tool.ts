import type { StandardSchemaV1 } from "@standard-schema/spec";
import { PlatformError } from "../foundation/errors.ts";
import type { AppServices } from "./app-services.ts";
import { definitionSite } from "./definition-site.ts";
import type { Json } from "./json.ts";

export const toolTypes = ["context", "function", "agent", "web_search"] as const;
export type ToolType = (typeof toolTypes)[number];

/** The id of the tool that searches a context. */
export function contextToolId(context: string): string {
  return `search_${context}`;
}

export const configParameterTypes = ["boolean", "string", "number", "variable"] as const;

/** A setting of a tool, which each agent that has the tool may give its own value. */
export interface ConfigParameter {
  readonly name: string;
  readonly description: string;
  /** A `variable` holds the name of a stored variable; the tool is given that variable's value, decrypted. */
  readonly type: (typeof configParameterTypes)[number];
  readonly default?: string | boolean | number;
}

type ParameterValue<Parameter extends ConfigParameter> = Parameter["type"] extends "boolean"
  ? boolean
  : Parameter["type"] extends "number"
    ? number
    : string;

/** The values of the settings; one without a default may be missing. */
type ToolConfig<Parameters extends readonly ConfigParameter[]> = {
  readonly [Parameter in Parameters[number] as Parameter["name"]]:
    | ParameterValue<Parameter>
    | (Parameter extends { readonly default: string | boolean | number } ? never : undefined);
};

/** An item that a tool has found or made. */
interface ToolItem {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** What a tool gives back. Whatever is no text in `result` becomes JSON. */
export interface ToolResult {
  readonly result?: unknown;
  /** The id of a job that goes on with it. */
  readonly job?: string;
  readonly items?: readonly ToolItem[];
}

/** What whoever called the tool is given. */
export interface ToolOutput extends ToolResult {
  readonly result?: string;
}

/** One call of a tool. `items` and `transaction` act with the rights of the user it is called for. */
export interface ToolRun<Input, Config> extends Omit<AppServices, "items"> {
  readonly inputs: Input;
  readonly config: Config;
  /** The id of the agent that calls. */
  readonly agent: string;
  /** The id of the user it is called for; null: the program itself. */
  readonly user: string | null;
  /** The id of the project it is called in. */
  readonly project: string | null;
  /** The ids of items that the caller has pointed to. */
  readonly itemIds: readonly string[];
  /** The items of a context, with the rights of the user. */
  readonly items: AppServices["items"];
  /** Aborted when the time is up, or nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

type Answer = ToolResult | Promise<ToolResult> | AsyncGenerator<ToolResult, unknown>;

type InputOf<Schema extends StandardSchemaV1 | undefined> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : Record<string, never>;

export interface ToolOptions<
  Schema extends StandardSchemaV1 | undefined,
  Parameters extends readonly ConfigParameter[],
> {
  /** 5 to 80 letters, digits and underscores, no digit first. Must not change: agents refer to it. */
  readonly id: string;
  /** What models call it by; made fit for them when it is called. */
  readonly name: string;
  /** Shown to agents: when to call it, and what it gives. */
  readonly description: string;
  /** Default `default`. */
  readonly category?: string;
  /** What inputs must be: any Standard Schema (zod, valibot, arktype). Absent: an empty object. */
  readonly inputSchema?: Schema;
  readonly type: ToolType;
  readonly config: Parameters;
  /** Longest a call may take. Default 60. */
  readonly timeoutInSeconds?: number;
  execute(run: ToolRun<InputOf<Schema>, ToolConfig<Parameters>>): Answer;
}

/** What a tool is run with directly, without a model. */
export interface ExecuteOptions {
  /** The id of the agent whose configuration is used. */
  readonly agent: string;
  /** The application: the PlatformApp that runs. */
  readonly config: ToolHost;
  /** The id of the user it is called for. Absent: with every right. */
  readonly user?: string;
  readonly inputs: Json;
  readonly project?: string;
  /** Ids of items. */
  readonly items?: readonly string[];
}

export type ExecuteAnswer = ToolOutput | AsyncGenerator<ToolOutput, void>;

/** What can run tools: a PlatformApp that has started. */
export interface ToolHost {
  runTool(tool: PlatformTool, options: Omit<ExecuteOptions, "config">): Promise<ExecuteAnswer>;
}

/** Something that agents can do. */
export class PlatformTool<
  Schema extends StandardSchemaV1 | undefined = StandardSchemaV1 | undefined,
  const Parameters extends readonly ConfigParameter[] = readonly ConfigParameter[],
> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly inputSchema: Schema | undefined;
  readonly type: ToolType;
  readonly config: Parameters;
  readonly options: ToolOptions<Schema, Parameters>;
  /** Where it was written, `file:line`. */
  readonly site: string | undefined;

  constructor(options: ToolOptions<Schema, Parameters>) {
    this.id = options.id;
    this.name = options.name;
    this.description = options.description;
    this.category = options.category ?? "default";
    this.inputSchema = options.inputSchema;
    this.type = options.type;
    this.config = options.config;
    this.options = options;
    this.site = definitionSite(PlatformTool);
  }

  /**
   * Runs it directly. Inputs are checked against the schema. Gives back what it made, or, of a generator, a stream of that.
   * A failure is told in `result`, unless the tool throws a ToolFailure.
   */
  execute(options: ExecuteOptions): Promise<ExecuteAnswer> {
    const { config, ...rest } = options;
    return config.runTool(this, rest);
  }
}

/** Thrown by a tool when whoever called it is meant to catch the failure, and not the model to read of it. */
export class ToolFailure extends PlatformError {
  override readonly name = "ToolFailure";
  readonly code = "TOOL_FAILED";
}
