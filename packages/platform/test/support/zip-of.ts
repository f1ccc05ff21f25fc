import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  /** Deflated already; `size` is what the archive says of it, true or not. */
  | { readonly packed: Uint8Array; readonly size: number }
);

/** A zip archive, as simple as can be, and as untrue as a test wants it. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const packed = "bytes" in entry ? deflateRawSync(entry.bytes) : entry.packed;
    const size = "bytes" in entry ? entry.bytes.length : entry.size;
    const sum = "bytes" in entry ? crc32(entry.bytes) : 0;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(sum, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), facts, name, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), facts, place, name]));
    files.push(file);
    offset += file.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, central, Buffer.from("PK\x05\x06"), end]);
}
