import type { Resource } from "../../definitions/resource.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import { deleteChunks } from "../../storage/chunks/delete-chunks.ts";
import type { Call } from "../call.ts";
import { auditEntry } from "../items/write-options.ts";
import type { ChunksPayload } from "./generate-chunks.ts";
import { type MassOptions, massCondition, massLimit } from "./mass-condition.ts";

/** Takes the matching items that the caller may write out of the search. They are found again once they are indexed. */
export async function deleteMatchingChunks(
  call: Call,
  resource: Resource,
  options: MassOptions,
): Promise<ChunksPayload> {
  const condition = massCondition(call, resource, options);
  const limit = massLimit(options);
  const { database } = call;
  const items = await database.transaction(async () => {
    const deleted = await deleteChunks(database, resource, { condition, limit });
    const entry = auditEntry(call, resource, { action: "deleteChunks", changed: [] });
    if (deleted > 0) await writeAudit(database, entry, null);
    return deleted;
  });
  const message = `The chunks of ${items} ${items === 1 ? "item" : "items"} were deleted.`;
  return { message, items, jobs: [] };
}
