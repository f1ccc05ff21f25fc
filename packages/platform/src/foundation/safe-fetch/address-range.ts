import { type Address, parseAddress } from "./address.ts";

/** All addresses that begin with the same bits. */
export interface AddressRange {
  readonly first: Address;
  readonly bits: number;
}

/** Reads `10.0.0.0/8`, `fc00::/7`, or a single address; undefined when it is none of these. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  const first = address.includes("%") ? undefined : parseAddress(address);
  if (!first || rest.length > 0) return undefined;
  if (prefix === undefined) return { first, bits: first.length * 8 };
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return bits <= first.length * 8 ? { first, bits } : undefined;
}

export function isInRange(address: Address, { first, bits }: AddressRange): boolean {
  return (
    address.length === first.length &&
    first.every((byte, index) => {
      const compared = Math.min(8, Math.max(0, bits - index * 8));
      const mask = (0xff << (8 - compared)) & 0xff;
      return (byte & mask) === ((address[index] ?? 0) & mask);
    })
  );
}
