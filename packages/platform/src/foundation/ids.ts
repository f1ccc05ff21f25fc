import { randomFillSync } from "node:crypto";

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** A new UUID of version 7: its first 48 bits are the time, so rows made together lie together in the index. */
export function newId(now: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return formatUuid(bytes);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a stored record. Anything else matches no record. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

function formatUuid(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += hex[bytes[index] ?? 0];
  }
  return text;
}
