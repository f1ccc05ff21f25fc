import type { Resource } from "../../definitions/resource.ts";
import type { StaleMark } from "../../storage/items/mark-stale.ts";
import { rightsField } from "../../storage/items/selection.ts";
import { embedsBeforeWrite } from "../processors/inline-processors.ts";
import type { WriteAction } from "./write-options.ts";

export interface MarkedWrite {
  readonly action: WriteAction;
  /** The names of the fields that were given. */
  readonly changed: readonly string[];
  /** The id that a new item gets. */
  readonly newId?: string;
  /** Whether it is the write of a processor that makes its items searchable. */
  readonly generatesEmbeddings?: boolean;
}

/** Which writes leave an item's chunks behind, as the context's `calculateVectors` and its processors say. */
export function staleMark(resource: Resource, write: MarkedWrite): StaleMark | undefined {
  const { id: contextId, search } = resource;
  if (!search || !isContent(write)) return undefined;
  if (write.generatesEmbeddings) return { contextId };
  const onInsert = search.calculateVectors === "onInsert" || search.calculateVectors === "always";
  const onUpdate = search.calculateVectors === "onUpdate" || search.calculateVectors === "always";
  switch (write.action) {
    case "create":
    case "copy":
      return onInsert || embedsBeforeWrite(resource, "create") ? { contextId } : undefined;
    case "update":
    case "process":
      return onUpdate || embedsBeforeWrite(resource, "update") ? { contextId } : undefined;
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
