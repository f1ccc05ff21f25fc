import type { Resource } from "../../definitions/resource.ts";
import { idInReference } from "../../definitions/stored-file.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { markFileUsed } from "../../storage/files/file-records.ts";
import type { SqlValue } from "../../storage/sql.ts";
import type { Call } from "../call.ts";
import { findPermitted } from "./stored-files.ts";

/**
 * Refuses what looks like an uploaded file and is none that the caller may read and that was uploaded for this field:
 * whoever could put another's file into an item of their own could download it. Any other text is a file elsewhere.
 */
export async function checkFiles(call: Call, resource: Resource, values: ReadonlyMap<string, SqlValue>): Promise<void> {
  for (const { name, type, renamedFrom } of resource.fields) {
    const value = type === "file" ? values.get(name) : undefined;
    if (typeof value !== "string" || !idInReference(value)) continue;
    const file = await findPermitted(call, value);
    const isFor = file?.context === resource.id && (file.field === name || file.field === renamedFrom);
    const isKept = isFor && (file.isFresh || (await markFileUsed(call.database, file.id)));
    if (!isKept) throw new BadInputError(`"${name}": there is no file ${value} for this field.`);
  }
}
