import type { Json } from "../../definitions/json.ts";

/** What a run of a source has done so far. */
export class SourceTally {
  created = 0;
  changed = 0;
  unchanged = 0;
  failed = 0;
  removed = 0;
  /** Why items failed: the first few. */
  readonly reasons: string[] = [];
  /** The ids of items that were created or changed: the first ones. */
  readonly ids: string[] = [];

  get seen(): number {
    return this.created + this.changed + this.unchanged + this.failed;
  }

  wrote(kind: "created" | "changed", id: string): void {
    this[kind] += 1;
    if (this.ids.length < mostIds) this.ids.push(id);
  }

  fail(externalId: unknown, reason: string): void {
    this.failed += 1;
    if (this.reasons.length < mostReasons) this.reasons.push(`${labelOf(externalId)}: ${reason}`);
  }

  counts(): Record<string, Json> {
    const { created, changed, unchanged, failed, removed, reasons } = this;
    return { created, changed, unchanged, failed, removed, ...(reasons.length > 0 && { reasons: [...reasons] }) };
  }
}

const mostReasons = 20;
const mostIds = 1000;

function labelOf(externalId: unknown): string {
  return typeof externalId === "string" ? `"${externalId.slice(0, 100)}"` : "an item without external_id";
}
