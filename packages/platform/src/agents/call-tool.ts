import type { AppServices } from "../definitions/app-services.ts";
import { type PlatformTool, ToolFailure, type ToolOutput, type ToolResult, type ToolRun } from "../definitions/tool.ts";
import { BadInputError, PlatformError } from "../foundation/errors.ts";
import { type Hide, hiding } from "./hide-secrets.ts";
import type { ResolvedConfig } from "./tool-config.ts";

/** A call of a tool, with everything looked up. */
export interface ToolCall {
  readonly inputs: unknown;
  /** Variables are opened when the tool is called, and nowhere before. */
  config(): Promise<ResolvedConfig>;
  readonly agent: string;
  readonly user: string | null;
  readonly project: string | null;
  readonly itemIds: readonly string[];
  /** With the rights of the user. */
  readonly services: AppServices;
  readonly signal?: AbortSignal | undefined;
}

const defaultTimeoutInSeconds = 60;
/** Most characters of a result: models choke on more, and so do sessions. */
const longestResult = 100_000;

/**
 * Calls a tool: inputs checked, in time, with a result that is a text of bearable length. A failure is told in `result`,
 * unless the tool has thrown a ToolFailure. Of a generator it gives back a stream of outputs.
 */
export async function callTool(
  tool: PlatformTool,
  call: ToolCall,
): Promise<ToolOutput | AsyncGenerator<ToolOutput, void>> {
  const deadline = startDeadline(tool.options.timeoutInSeconds ?? defaultTimeoutInSeconds);
  const signal = call.signal ? AbortSignal.any([call.signal, deadline.signal]) : deadline.signal;
  let hide = (text: string) => text;
  try {
    const inputs = await parseInputs(tool, call.inputs);
    const { values: config, secrets } = await call.config();
    hide = hiding(secrets);
    const { services, ...rest } = call;
    const answer = tool.options.execute({ ...rest, ...services, config, inputs, signal } as ToolRun<never, never>);
    if (isGenerator(answer)) return streamed(answer, { deadline, hide });
    const result = await Promise.race([answer, deadline.passed]);
    deadline.end();
    return output(result, hide);
  } catch (error) {
    deadline.end();
    return failure(error, hide);
  }
}

/** The time that a call has. */
interface Deadline {
  readonly signal: AbortSignal;
  /** Rejects when the time is up. */
  readonly passed: Promise<never>;
  end(): void;
}

function startDeadline(seconds: number): Deadline {
  const controller = new AbortController();
  const { promise: passed, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting for it when it passes.
  passed.catch(() => undefined);
  const timer = setTimeout(() => {
    const error = new Error(`It took longer than ${seconds} seconds.`);
    controller.abort(error);
    reject(error);
  }, seconds * 1000).unref();
  return { signal: controller.signal, passed, end: () => clearTimeout(timer) };
}

async function* streamed(
  answers: AsyncGenerator<ToolResult, unknown>,
  { deadline, hide }: { readonly deadline: Deadline; readonly hide: Hide },
): AsyncGenerator<ToolOutput, void> {
  try {
    for (;;) {
      const next = await Promise.race([answers.next(), deadline.passed]);
      if (next.done) return;
      yield output(next.value, hide);
    }
  } catch (error) {
    yield failure(error, hide);
  } finally {
    deadline.end();
    // Not awaited: a generator that hangs would never come back.
    answers.return(undefined).catch(() => undefined);
  }
}

async function parseInputs({ id, inputSchema }: PlatformTool, inputs: unknown): Promise<unknown> {
  if (!inputSchema) {
    const isEmpty = typeof inputs === "object" && inputs !== null && Object.keys(inputs).length === 0;
    if (!isEmpty) throw new BadInputError(`The tool "${id}" takes no inputs.`);
    return {};
  }
  const checked = await inputSchema["~standard"].validate(inputs);
  if (!checked.issues) return checked.value;
  const faults = checked.issues.map(({ path = [], message }) => {
    const place = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    return place ? `${place}: ${message}` : message;
  });
  throw new BadInputError(`The inputs of the tool "${id}" are not right: ${faults.join("; ")}.`);
}

function isGenerator(answer: unknown): answer is AsyncGenerator<ToolResult, unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

function output(given: ToolResult | null | undefined, hide: Hide): ToolOutput {
  const { result, job, items } = given ?? {};
  return {
    ...(result !== undefined && { result: bearable(hide(asText(result))) }),
    ...(job !== undefined && { job }),
    ...(items !== undefined && { items: JSON.parse(hide(JSON.stringify(items))) }),
  };
}

function asText(result: unknown): string {
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "null");
}

/** The text, cut off where it is too long to be kept and read. */
export function bearable(text: string): string {
  if (text.length <= longestResult) return text;
  return `${text.slice(0, longestResult)}\n[cut off: ${text.length - longestResult} more characters]`;
}

/** Told to whoever reads the result. What is no error of ours is told without its inner workings. */
function failure(error: unknown, hide: Hide): ToolOutput {
  if (error instanceof ToolFailure) throw error;
  const message = hide(error instanceof Error ? error.message : String(error));
  const code = error instanceof PlatformError ? { code: error.code } : {};
  return { result: JSON.stringify({ error: message, ...code }) };
}
