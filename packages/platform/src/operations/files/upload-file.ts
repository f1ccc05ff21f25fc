import { createHash } from "node:crypto";
import { permittedItems } from "../../access/permitted-items.ts";
import { type FileType, fileTypeOfEnding, isAllowedType } from "../../definitions/file-types.ts";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import { fileReference } from "../../definitions/stored-file.ts";
import { BadInputError, FileTooLargeError, FileTypeError } from "../../foundation/errors.ts";
import { newId } from "../../foundation/ids.ts";
import { completeFile, deleteFileRecord, insertFile } from "../../storage/files/file-records.ts";
import type { Call } from "../call.ts";
import { detectFileType, endingOf, headSize } from "./detect-file-type.ts";
import { fileNameProblem } from "./file-name-problem.ts";
import { requireContexts } from "./stored-files.ts";

export interface Upload {
  /** The ids of a context and of one of its file fields. */
  readonly context: string;
  readonly field: string;
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Larger ones are refused. */
  readonly mostBytes: number;
}

export interface UploadedFile {
  /** What the field is set to. */
  readonly file: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/**
 * Keeps a file, for an item to hold. Until one does, it belongs to whoever has uploaded it. The record comes first and is
 * completed last: what is left of an upload that was cut off is found, and removed, by it.
 */
export async function uploadFile(call: Call, upload: Upload): Promise<UploadedFile> {
  requireContexts(call, "write");
  const { resource, field } = fileField(call, upload);
  permittedItems(call.principal, resource, "write");
  const problem = fileNameProblem(upload.name);
  if (problem) throw new BadInputError(`The name of the file ${problem}.`);
  const { head, rest } = await withHead(upload.bytes);
  const type = checkedType(detectFileType(head, upload.name), upload.name, field);
  const id = newId();
  const ending = endingFor(type, upload.name, field);
  const { context, name } = upload;
  const { userId: uploadedBy } = call.principal;
  await insertFile(call.database, { id, context, field: field.name, name, ending, type: type.type, uploadedBy });
  try {
    const { counted, facts } = counting(rest, upload.mostBytes);
    await call.files.put(id, counted);
    await completeFile(call.database, id, facts());
    return { file: fileReference(id, ending), name, type: type.type, size: facts().size };
  } catch (error) {
    await call.files.delete(id);
    await deleteFileRecord(call.database, id);
    throw error;
  }
}

function fileField(
  call: Call,
  { context, field: name }: Upload,
): { readonly resource: Resource; readonly field: ResourceField } {
  const resource = call.resources.find((each) => each.kind === "context" && each.id === context);
  if (!resource) throw new BadInputError(`There is no context "${context}".`);
  const fields = resource.fields.filter((each) => each.type === "file" && !each.calculated);
  const field = fields.find((each) => each.name === name);
  if (!field) {
    const known = fields.length > 0 ? `it has ${fields.map((each) => each.name).join(", ")}` : "it has none";
    throw new BadInputError(`${context} has no file field "${name}"; ${known}.`);
  }
  return { resource, field };
}

function checkedType(type: FileType, name: string, { allowedFileTypes }: ResourceField): FileType {
  const named = fileTypeOfEnding(endingOf(name));
  if (named && named.type !== type.type) {
    throw new FileTypeError(
      `The content of the file is not what its name says: it is ${type.type}, not ${named.type}.`,
    );
  }
  if (isAllowedType(type, allowedFileTypes)) return type;
  throw new FileTypeError(`The file must be of type ${allowedFileTypes?.join(", ")}, and is ${type.type}.`);
}

/** The one of the name, if it may be; else one that this kind has and the field takes. */
function endingFor({ endings }: FileType, name: string, { allowedFileTypes = endings }: ResourceField): string {
  const own = endingOf(name);
  const taken = allowedFileTypes.map((each) => each.toLowerCase().replace(/^\./, ""));
  const possible = endings.filter((each) => taken.includes(each));
  return possible.find((each) => each === own) ?? possible[0] ?? "bin";
}

async function withHead(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < headSize) {
    const { done, value } = await iterator.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks);
  async function* rest(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return { head: head.subarray(0, headSize), rest: rest() };
}

function counting(bytes: AsyncIterable<Uint8Array>, mostBytes: number) {
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > mostBytes) throw new FileTooLargeError(mostBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  let sha256: string | undefined;
  const facts = () => {
    sha256 ??= hash.digest("hex");
    return { size, sha256 };
  };
  return { counted: counted(), facts };
}
