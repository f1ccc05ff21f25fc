import type { PlatformContext } from "./context.ts";
import type { ContextHandle } from "./context-handle.ts";
import type { PlatformReranker } from "./reranker.ts";

export interface AppOptions<Contexts extends readonly PlatformContext[]> {
  readonly contexts: Contexts;
  /** Ways to put search results into another order. */
  readonly rerankers?: readonly PlatformReranker[];
  /** Fills a new deployment with first data: runs once, on the first start, all or nothing. */
  seed?(app: PlatformApp<Contexts>): Promise<void>;
}

/** What the platform needs of an app, whatever its contexts are. */
export interface Deployment {
  readonly contexts: readonly PlatformContext[];
  readonly rerankers: readonly PlatformReranker[];
  attach(handles: ReadonlyMap<string, ContextHandle>): void;
  readonly hasSeed: boolean;
  seed(): Promise<void>;
}

/** A deployment: everything that is declared in one place, and the programmatic way to its data. */
export class PlatformApp<const Contexts extends readonly PlatformContext[] = readonly PlatformContext[]>
  implements Deployment
{
  readonly contexts: Contexts;
  readonly rerankers: readonly PlatformReranker[];
  /** Whether there is first data to put in. */
  readonly hasSeed: boolean;
  readonly #seed: () => Promise<void>;
  #handles: ReadonlyMap<string, unknown> | undefined;

  constructor(options: AppOptions<Contexts>) {
    this.contexts = options.contexts;
    this.rerankers = options.rerankers ?? [];
    this.hasSeed = options.seed !== undefined;
    this.#seed = async () => options.seed?.(this);
  }

  /** The items of one context, acted on with every right. Works once the platform has started. */
  context<Id extends Contexts[number]["id"]>(id: Id): ContextHandle<Extract<Contexts[number], { readonly id: Id }>> {
    if (!this.#handles) throw new Error(`The platform has not started yet: app.context("${id}") needs its database.`);
    const handle = this.#handles.get(id);
    if (!handle) throw new Error(`There is no context "${id}". Declared are: ${this.#names()}.`);
    return handle as ContextHandle<Extract<Contexts[number], { readonly id: Id }>>;
  }

  /** Called by the platform when it starts: the handles that `context` gives out, by context id. */
  attach(handles: ReadonlyMap<string, ContextHandle>): void {
    this.#handles = handles;
  }

  /** Called by the platform on the first start. */
  async seed(): Promise<void> {
    await this.#seed();
  }

  #names(): string {
    return this.contexts.map((context) => context.id).join(", ");
  }
}
