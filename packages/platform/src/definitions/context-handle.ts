import type { PlatformContext } from "./context.ts";
import type { Item, ItemFilter, ItemInput, SortField } from "./item-types.ts";

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

/** The programmatic way to one context's items: the same operations as the API's, with every right. */
export interface ContextHandle<Context extends PlatformContext = PlatformContext> {
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
