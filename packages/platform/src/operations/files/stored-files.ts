import type { Readable } from "node:stream";
import { permittedItems } from "../../access/permitted-items.ts";
import { isUnbound, requirePermission } from "../../access/resource-permissions.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { Right } from "../../definitions/rights.ts";
import { fileReference, idInReference, type StoredFile } from "../../definitions/stored-file.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { and, type Condition, equals, everything } from "../../query/condition.ts";
import { type FileRecord, findFile } from "../../storage/files/file-records.ts";
import type { ByteRange } from "../../storage/files/file-store.ts";
import { readItem } from "../../storage/items/read-items.ts";
import type { Call } from "../call.ts";

/** A file that the caller may read. */
export interface ReadableFile extends FileRecord {
  readonly size: number;
  open(range?: ByteRange): Promise<Readable>;
}

/** Missing ones and hidden ones are not told apart. */
export async function findReadableFile(call: Call, reference: string): Promise<ReadableFile> {
  requireContexts(call, "read");
  const file = await findPermitted(call, reference);
  if (!file) throw new RecordNotFoundError();
  return {
    ...file,
    open: async (range) => {
      const bytes = await call.files.get(file.id, range);
      if (!bytes) throw new Error(`The bytes of the file ${file.id} are not where they should be.`);
      return bytes;
    },
  };
}

/** The file, if the caller may read an item that holds it, or has uploaded it and no item holds it yet. */
export async function findPermitted(
  call: Call,
  reference: string,
): Promise<(FileRecord & { readonly size: number }) | undefined> {
  const id = idInReference(reference);
  const file = id && (await findFile(call.database, id));
  if (!file || file.size === null || fileReference(file.id, file.ending) !== reference) return undefined;
  const found = { ...file, size: file.size };
  const resource = call.resources.find((each) => each.kind === "context" && each.id === file.context);
  const field = resource?.fields.find(({ name, renamedFrom }) => name === file.field || renamedFrom === file.field);
  if (!resource || !field) return undefined;
  if (isUnbound(call.principal, resource, "read")) return found;
  const isHeld = async (condition: Condition) => {
    const held = and(equals(field.name, fileReference(file.id, file.ending)), condition);
    return (await readItem(call.database, resource, held, ["id"])) !== undefined;
  };
  if (await isHeld(permittedItems(call.principal, resource, "read"))) return found;
  const isOwn = file.uploadedBy !== null && file.uploadedBy === call.principal.userId;
  return isOwn && !(await isHeld(everything)) ? found : undefined;
}

/** For the deployer's own code: with every right, or, in a tool, with those of whoever it is called for. */
export async function findStoredFile(
  call: Call,
  reference: string | null | undefined,
): Promise<StoredFile | undefined> {
  const file = reference ? await findPermitted(call, reference) : undefined;
  if (!file) return undefined;
  const { name, type, size } = file;
  const read = async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await call.files.get(file.id)) ?? []) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    if (bytes.length !== size) throw new Error(`The bytes of the file ${file.id} are not where they should be.`);
    return bytes;
  };
  return { name, type, size, read };
}

/** Throws when the caller's role gives nothing on contexts: whatever file is asked for. */
export function requireContexts(call: Call, right: Right): void {
  const resource = call.resources.find((each: Resource) => each.kind === "context");
  if (!resource) throw new RecordNotFoundError();
  requirePermission(call.principal, resource, right);
}
