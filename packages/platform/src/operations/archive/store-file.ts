import { createHash } from "node:crypto";
import { StartRefusedError } from "../../foundation/errors.ts";
import type { ArchiveParts } from "./export-archive.ts";
import { bytesOf } from "./file-pieces.ts";

/**
 * Keeps the bytes of a file. They may be there already: an import was cut off right after it had stored them, or both deployments use the
 * same bucket.
 */
export async function storeFile(
  { files }: Pick<ArchiveParts, "files">,
  id: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  const kept = await files.get(id);
  if (!kept) {
    // What a cut-off import has left behind would be in the way.
    await files.delete(id);
    await files.put(id, bytes(pieces));
  } else if ((await sha256Of(kept as AsyncIterable<Uint8Array>)) !== (await sha256Of(bytes(pieces)))) {
    throw new StartRefusedError("The import can't go on:", [
      `where files are kept there is another file ${id} already; import into an empty place`,
    ]);
  }
}

async function* bytes(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield bytesOf(piece);
}

async function sha256Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
}
