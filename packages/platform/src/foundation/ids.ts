import { randomFillSync } from "node:crypto";

const hexDigits = Buffer.from("0123456789abcdef");
const hyphen = 0x2d;
const uuidText = Buffer.alloc(36);
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/**
 * A new UUID of version 7: its first 48 bits are the time, so rows made together lie together in the index, and the next
 * 12 count up within a millisecond, so ids made by one process are in the order in which they were made.
 */
export const newId = createIdMaker(Date.now);

/** `clock` tells the time in milliseconds. Where it steps back, ids go on from where they were. */
export function createIdMaker(clock: () => number): () => string {
  let time = 0;
  let counter = 0;
  return () => {
    const bytes = randomBytes();
    const now = clock();
    if (now > time) {
      time = now;
      // Half the range stays free to count in.
      counter = bytes.readUInt16BE(6) & 0x7ff;
    } else if (counter < 0xfff) counter += 1;
    else {
      time += 1;
      counter = 0;
    }
    bytes.writeUIntBE(time, 0, 6);
    bytes.writeUInt16BE(0x7000 | counter, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return formatUuid(bytes);
  };
}

/** No id that was made at this time, or later, is smaller. */
export function firstIdAt(time: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, Math.floor(time)), 0, 6);
  return formatUuid(bytes);
}

/** Sixteen at a time out of a larger draw: asking the system for each id is ten times slower. */
function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a stored record. Anything else matches no record. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Written into one place and read as a whole: a text put together from 20 pieces is slow to send. */
function formatUuid(bytes: Uint8Array): string {
  let at = 0;
  for (let index = 0; index < 16; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) uuidText[at++] = hyphen;
    const byte = bytes[index] ?? 0;
    uuidText[at++] = hexDigits[byte >> 4] ?? 0;
    uuidText[at++] = hexDigits[byte & 15] ?? 0;
  }
  return uuidText.toString("latin1");
}
