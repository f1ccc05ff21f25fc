import type { PlatformContext } from "./context.ts";
import type { PlatformEmbedder } from "./embedder.ts";
import type { Item, ItemFilter, ItemInput, SortField } from "./item-types.ts";
import type { SearchChunk, SearchCutoffs, SearchExpand, SearchMethod } from "./search.ts";

interface SortInput<Field extends string = string> {
  readonly field: Field;
  /** Default ASC. */
  readonly direction?: "ASC" | "DESC";
}

interface ListInput<Context extends PlatformContext> {
  readonly filters?: readonly ItemFilter<Context>[];
  readonly sort?: SortInput<SortField<Context>>;
  /** Default 10, 1 to 500. */
  readonly limit?: number;
  /** From 1. Default 1. */
  readonly page?: number;
}

interface SearchInput<Context extends PlatformContext> {
  /** What is searched for, 8,000 characters at most. */
  readonly query: string;
  /** Default `hybridSearch`. */
  readonly method?: SearchMethod;
  readonly itemFilters?: readonly ItemFilter<Context>[];
  readonly cutoffs?: SearchCutoffs;
  readonly expand?: SearchExpand;
  /** Most chunks, 1 to 100. Default: the context's `maxRetrievalResults`. */
  readonly limit?: number;
}

interface MassInput<Context extends PlatformContext> {
  /** Default: all items. */
  readonly where?: readonly ItemFilter<Context>[];
  /** Most items. Default: all that match. */
  readonly limit?: number;
}

/** What an embedder adds to the handle of its context. */
interface SearchHandle<Context extends PlatformContext> {
  /** The chunks that fit best, best first; neighbours that came along have no scores. */
  search(options: SearchInput<Context>): Promise<readonly SearchChunk[]>;
  /** Makes matching items searchable; says how many. Chunks that are up to date stay as they are. */
  generateChunks(options?: MassInput<Context>): Promise<number>;
  /** Takes matching items out of the search; says how many. */
  deleteChunks(options?: MassInput<Context>): Promise<number>;
}

/** The programmatic way to one context's items: the same operations as the API's, with every right. */
export type ContextHandle<Context extends PlatformContext = PlatformContext> = ItemHandle<Context> &
  (Context["embedder"] extends PlatformEmbedder ? SearchHandle<Context> : unknown);

interface ItemHandle<Context extends PlatformContext> {
  create(input: ItemInput<Context>): Promise<Item<Context>>;
  /** Updates the item with the same `external_id`, or else the same unique values; creates it when there is none. */
  upsert(input: ItemInput<Context>): Promise<Item<Context>>;
  /** Fields that are left out stay as they are; null empties a field. */
  update(id: string, input: Partial<ItemInput<Context>>): Promise<Item<Context>>;
  remove(id: string): Promise<Item<Context>>;
  /** Undefined when there is no such item. */
  find(id: string): Promise<Item<Context> | undefined>;
  /** The first match, newest first unless sorted. */
  findOne(options?: Pick<ListInput<Context>, "filters" | "sort">): Promise<Item<Context> | undefined>;
  list(options?: ListInput<Context>): Promise<readonly Item<Context>[]>;
  count(filters?: readonly ItemFilter<Context>[]): Promise<number>;
}
