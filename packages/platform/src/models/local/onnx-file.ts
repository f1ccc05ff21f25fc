import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { protobuf } from "./onnx/protobuf.ts";

/**
 * The file of this name from the first folder that has it whole; else it is built, and kept in the first folder that
 * takes it. A damaged file is replaced. Processes that build at the same time do the work twice and get the same.
 */
export async function openOnnxFile(
  name: string,
  folders: readonly string[],
  build: () => Promise<Buffer>,
): Promise<Buffer> {
  for (const folder of folders) {
    const file = await readFile(join(folder, name)).catch(() => undefined);
    if (file && isWhole(file)) return file;
  }
  const file = sealed(await build());
  // Where nothing can be written, it is built at every start.
  for (const folder of folders) if (await keep(folder, name, file)) break;
  return file;
}

const documentationField = 6;
const digestLength = 64;

/** With the digest of the whole at its end, as a field of its own: it stays an ONNX file like any other. */
function sealed(model: Buffer): Buffer {
  return Buffer.concat([model, protobuf.text(documentationField, digest(model))]);
}

function isWhole(file: Buffer): boolean {
  const sealLength = protobuf.text(documentationField, "0".repeat(digestLength)).length;
  const model = file.subarray(0, -sealLength);
  return file.length > sealLength && file.subarray(-digestLength).toString() === digest(model);
}

function digest(model: Buffer): string {
  return createHash("sha256").update(model).digest("hex");
}

/** Written beside and renamed: nobody ever sees half a file. */
async function keep(folder: string, name: string, file: Buffer): Promise<boolean> {
  const unfinished = join(folder, `${name}.${randomUUID()}.new`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unfinished, file);
    await rename(unfinished, join(folder, name));
    return true;
  } catch {
    await rm(unfinished, { force: true }).catch(() => undefined);
    return false;
  }
}
