import type { Resource } from "../../definitions/resource.ts";
import { indexItems } from "../../indexing/index-items.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import { readIds } from "../../storage/items/read-ids.ts";
import type { Call } from "../call.ts";
import { auditEntry } from "../items/write-options.ts";
import { type MassOptions, massCondition, massLimit } from "./mass-condition.ts";

export interface ChunksPayload {
  readonly message: string;
  /** How many items it was about. */
  readonly items: number;
  readonly jobs: readonly string[];
}

/** Makes the matching items searchable that the caller may write, those that already are once more. */
export async function generateChunks(call: Call, resource: Resource, options: MassOptions): Promise<ChunksPayload> {
  const condition = massCondition(call, resource, options);
  const limit = massLimit(options) ?? Number.POSITIVE_INFINITY;
  if (condition.kind === "nothing") return payload(0, 0);
  let failed = 0;
  const ids = readIds(call.database, resource, { condition, limit });
  const indexed = await indexItems(call, resource, ids, {
    report: (error, { id }, itemId) => {
      failed += 1;
      call.report(error, `${id} ${itemId} could not be indexed`);
    },
  });
  const entry = auditEntry(call, resource, { action: "generateChunks", changed: [] });
  if (indexed + failed > 0) await writeAudit(call.database, entry, null);
  return payload(indexed, failed);
}

function payload(indexed: number, failed: number): ChunksPayload {
  const done = `The chunks of ${indexed} ${indexed === 1 ? "item" : "items"} are up to date.`;
  const message = failed === 0 ? done : `${done} ${failed} could not be indexed; the log says why.`;
  return { message, items: indexed, jobs: [] };
}
