import type { QueryKey } from "@tanstack/react-query";
import type { Operation } from "../api/request.ts";

interface Result<Item> {
  readonly result: { readonly item: Item };
}

/** Things with a name that are made, changed and deleted in the same way: agents, say. */
export interface RecordKind<Item, Input> {
  /** Below it is kept what was read of them, one of them below `one` and its id. What shares its beginning is read again together. */
  readonly key: readonly [string, ...string[]];
  /** What every input must have, also that of a change. */
  readonly required: readonly (keyof Input)[];
  readonly create: Operation<Result<Item>, { readonly input: Input }>;
  readonly update: Operation<Result<Item>, { readonly id: string; readonly input: Input }>;
  readonly remove: Operation<unknown, { readonly id: string }>;
}

type Keyed = Pick<RecordKind<never, never>, "key">;

export function keyOfOne({ key }: Keyed, id: string): QueryKey {
  return [...key, "one", id];
}

/** What lists hide that is on its way out. */
export function removalKind({ key }: Keyed): string {
  return key.join(" ");
}
