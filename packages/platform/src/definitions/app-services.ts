import type { PlatformContext } from "./context.ts";
import type { ContextHandle } from "./context-handle.ts";
import type { StoredFile } from "./stored-file.ts";

/** What the deployer's own code can use of the running platform. */
export interface AppServices {
  /** The items of a context, acted on with every right. */
  items<Context extends PlatformContext>(context: Context): ContextHandle<Context>;
  /** The uploaded file that a file field holds; undefined when it holds none of ours. */
  file(reference: string | null | undefined): Promise<StoredFile | undefined>;
  /** All or nothing: what `work` writes, and the jobs that it adds, are there if and only if it resolves. */
  transaction<Result>(work: () => Promise<Result>): Promise<Result>;
}
