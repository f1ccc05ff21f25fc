import type { PlatformContext } from "./context.ts";
import type { ContextHandle } from "./context-handle.ts";

/** What the deployer's own code can use of the running platform. */
export interface AppServices {
  /** The items of a context, acted on with every right. */
  items<Context extends PlatformContext>(context: Context): ContextHandle<Context>;
  /** All or nothing: what `work` writes, and the jobs that it adds, are there if and only if it resolves. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
}
