import type { Resource } from "../../definitions/resource.ts";
import type { StaleMark } from "../../storage/items/mark-stale.ts";
import { rightsField } from "../../storage/items/selection.ts";
import type { WriteAction } from "./write-options.ts";

export interface MarkedWrite {
  readonly action: WriteAction;
  /** The names of the fields that were given. */
  readonly changed: readonly string[];
  /** The id that a new item gets. */
  readonly newId?: string;
}

/** Which writes leave an item's chunks behind, as the context's `calculateVectors` says. */
export function staleMark({ id: contextId, search }: Resource, write: MarkedWrite): StaleMark | undefined {
  if (!search || !isContent(write)) return undefined;
  const onInsert = search.calculateVectors === "onInsert" || search.calculateVectors === "always";
  const onUpdate = search.calculateVectors === "onUpdate" || search.calculateVectors === "always";
  switch (write.action) {
    case "create":
    case "copy":
      return onInsert ? { contextId } : undefined;
    case "update":
    case "process":
      return onUpdate ? { contextId } : undefined;
    case "upsert":
      if (onInsert === onUpdate) return onInsert ? { contextId } : undefined;
      return { contextId, onlyIf: { isNew: onInsert, id: write.newId ?? "" } };
    case "remove":
      return undefined;
  }
}

/** Rights are not part of what is searched: the search looks them up. */
function isContent({ action, changed }: MarkedWrite): boolean {
  return action !== "update" || changed.some((field) => field !== rightsField);
}

/** Whether the mark was set on the item with this id. */
export function isMarked(mark: StaleMark | undefined, itemId: string): boolean {
  if (!mark?.onlyIf) return mark !== undefined;
  return (itemId === mark.onlyIf.id) === mark.onlyIf.isNew;
}
