import { isIP } from "node:net";

/** An IP address as its 4 or 16 bytes. */
export type Address = readonly number[];

/** Undefined when the text is no IP address in its usual spelling. A zone, as in `fe80::1%eth0`, is left out. */
export function parseAddress(text: string): Address | undefined {
  const [address = ""] = text.split("%");
  const version = isIP(address);
  if (version === 4) return address.split(".").map(Number);
  return version === 6 ? parseSixteenBytes(address) : undefined;
}

function parseSixteenBytes(address: string): Address {
  const [head = "", tail] = address.split("::");
  const before = groupBytes(head);
  const after = tail === undefined ? [] : groupBytes(tail);
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after];
}

function groupBytes(groups: string): number[] {
  if (groups === "") return [];
  return groups.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
