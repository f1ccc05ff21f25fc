import type { AppServices } from "./app-services.ts";
import type { PlatformContext } from "./context.ts";
import type { ContextHandle } from "./context-handle.ts";
import type { CoreHandle } from "./core-handle.ts";
import type { PlatformEval } from "./eval.ts";
import type { PlatformJob } from "./job.ts";
import type { PlatformProvider } from "./provider.ts";
import type { PlatformReranker } from "./reranker.ts";
import type { ExecuteAnswer, ExecuteOptions, PlatformTool, ToolHost } from "./tool.ts";

export interface AppOptions<Contexts extends readonly PlatformContext[]> {
  readonly contexts: Contexts;
  /** Work that runs in the background. */
  readonly jobs?: readonly PlatformJob<never>[];
  /** Ways to put search results into another order. */
  readonly rerankers?: readonly PlatformReranker[];
  /** What agents can do. */
  readonly tools?: readonly PlatformTool[];
  /** What can answer for agents. */
  readonly providers?: readonly PlatformProvider[];
  /** Ways to score the answers of agents, besides those that are built in. */
  readonly evals?: readonly PlatformEval[];
  /** The most tokens that agents may use in a day. Default: as many as they like. */
  readonly tokensPerDay?: TokensPerDay;
  /** Fills a new deployment with first data: runs once, on the first start, all or nothing. */
  seed?(app: PlatformApp<Contexts>): Promise<void>;
}

/** How many tokens each may use in a day of UTC; beyond them agents refuse. */
export interface TokensPerDay {
  /** Each user. */
  readonly user?: number;
  /** Each API key. */
  readonly apiKey?: number;
  /** Each agent, whoever asks it. */
  readonly agent?: number;
}

/** What the platform needs of an app, whatever its contexts are. */
export interface Deployment {
  readonly contexts: readonly PlatformContext[];
  readonly jobs: readonly PlatformJob<never>[];
  readonly rerankers: readonly PlatformReranker[];
  readonly tools: readonly PlatformTool[];
  readonly providers: readonly PlatformProvider[];
  readonly evals: readonly PlatformEval[];
  readonly tokensPerDay: TokensPerDay;
  attach(runtime: AppRuntime): void;
  readonly hasSeed: boolean;
  seed(): Promise<void>;
}

/** What the platform hands to the app when it starts. */
export interface AppRuntime extends AppServices, ToolHost {
  core(type: string): CoreHandle;
}

/** A deployment: everything that is declared in one place, and the programmatic way to its data. */
export class PlatformApp<const Contexts extends readonly PlatformContext[] = readonly PlatformContext[]>
  implements Deployment, ToolHost
{
  readonly contexts: Contexts;
  readonly jobs: readonly PlatformJob<never>[];
  readonly rerankers: readonly PlatformReranker[];
  readonly tools: readonly PlatformTool[];
  readonly providers: readonly PlatformProvider[];
  readonly evals: readonly PlatformEval[];
  readonly tokensPerDay: TokensPerDay;
  /** Whether there is first data to put in. */
  readonly hasSeed: boolean;
  readonly #seed: () => Promise<void>;
  #runtime: AppRuntime | undefined;

  constructor(options: AppOptions<Contexts>) {
    this.contexts = options.contexts;
    this.jobs = options.jobs ?? [];
    this.rerankers = options.rerankers ?? [];
    this.tools = options.tools ?? [];
    this.providers = options.providers ?? [];
    this.evals = options.evals ?? [];
    this.tokensPerDay = options.tokensPerDay ?? {};
    this.hasSeed = options.seed !== undefined;
    this.#seed = async () => options.seed?.(this);
  }

  /** The items of one context, acted on with every right. Works once the platform has started. */
  context<Id extends Contexts[number]["id"]>(id: Id): ContextHandle<Extract<Contexts[number], { readonly id: Id }>> {
    const services = this.#started(`app.context("${id}")`);
    const context = this.contexts.find((each) => each.id === id);
    if (!context) throw new Error(`There is no context "${id}". Declared are: ${this.#names()}.`);
    return services.items(context as Extract<Contexts[number], { readonly id: Id }>);
  }

  /** The items of a core type, such as `agents`, acted on with every right. Works once the platform has started. */
  core(type: string): CoreHandle {
    return this.#started(`app.core("${type}")`).core(type);
  }

  /** All or nothing: what `work` writes, and the jobs that it adds, are there if and only if it resolves. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#started("app.transaction").transaction(work);
  }

  /** Runs a tool directly: `tool.execute({ config: app, … })` comes here. */
  runTool(tool: PlatformTool, options: Omit<ExecuteOptions, "config">): Promise<ExecuteAnswer> {
    return this.#started("tool.execute").runTool(tool, options);
  }

  /** Called by the platform when it starts. */
  attach(runtime: AppRuntime): void {
    this.#runtime = runtime;
  }

  /** Called by the platform on the first start. */
  async seed(): Promise<void> {
    await this.#seed();
  }

  #started(what: string): AppRuntime {
    if (!this.#runtime) throw new Error(`The platform has not started yet: ${what} needs its database.`);
    return this.#runtime;
  }

  #names(): string {
    return this.contexts.map((context) => context.id).join(", ");
  }
}
