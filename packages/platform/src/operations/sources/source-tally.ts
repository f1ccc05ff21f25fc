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
  /** Items that can't be told apart from others: nobody knows what they would have been. */
  nameless = 0;

  wrote(kind: "created" | "changed", id: string): void {
    this[kind] += 1;
    if (this.ids.length < mostIds) this.ids.push(id);
  }

  fail(externalId: string | undefined, reason: string): void {
    this.failed += 1;
    if (externalId === undefined) this.nameless += 1;
    const label = externalId === undefined ? "an item without external_id" : `"${externalId.slice(0, 100)}"`;
    if (this.reasons.length < mostReasons) this.reasons.push(`${label}: ${reason}`);
  }

  /** As a sentence tells it. */
  summary(): string {
    const { created, changed, unchanged, failed, removed, reasons } = this;
    const why = reasons.length > 0 ? ` (${reasons.join(" ")})` : "";
    return `${created} created, ${changed} changed, ${unchanged} unchanged, ${failed} failed, ${removed} removed${why}`;
  }

  counts(): Record<string, Json> {
    const { created, changed, unchanged, failed, removed, reasons } = this;
    return { created, changed, unchanged, failed, removed, ...(reasons.length > 0 && { reasons: [...reasons] }) };
  }
}

const mostReasons = 20;
const mostIds = 1000;
