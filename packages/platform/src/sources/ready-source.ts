import type { SourceConfig, SourceRun } from "../definitions/source.ts";

/** What every ready-made source can be told. */
export interface ReadyOptions {
  /** Letters, digits and underscores; unique within the context. */
  readonly id: string;
  /** For people. Default: the id. */
  readonly name?: string;
  readonly description?: string;
  readonly config?: SourceConfig;
}

/** A source that is there already, and is only told where from and what becomes of what it finds. */
export interface ReadySource<ItemType> extends ReadyOptions {
  /** What is wrong with how it was set up; reported at start. */
  readonly faults: readonly string[];
  /** Never there: with it the compiler compares the fields with those of the context, and misses no misspelt one. */
  readonly brings?: FieldsOf<ItemType>;
  execute(run: SourceRun): AsyncIterable<ItemType>;
}

type FieldsOf<ItemType> = ItemType extends unknown ? keyof ItemType : never;

export function readySource<ItemType>(
  { id, name, description, config }: ReadyOptions,
  parts: Pick<ReadySource<ItemType>, "faults" | "execute">,
): ReadySource<ItemType> {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(config && { config }),
    ...parts,
  };
}

/** The item with this external id, unless it has one already. */
export function withExternalId<ItemType>(item: ItemType, externalId: string | undefined): ItemType {
  return externalId === undefined ? item : { external_id: externalId, ...item };
}
