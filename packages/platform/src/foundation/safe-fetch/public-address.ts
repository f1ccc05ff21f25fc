import type { Address } from "./address.ts";
import { type AddressRange, isInRange, parseRange } from "./address-range.ts";

/** IPv4: everything is public but what the registries keep for something else. */
const special4 = ranges(
  "0.0.0.0/8", // this network; 0.0.0.0 reaches the machine itself
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers; Alibaba's metadata
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // Azure's metadata, a public address by its looks
  "169.254.0.0/16", // link-local; the metadata of most clouds
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments; Oracle's metadata
  "192.0.2.0/24", // documentation
  "192.88.99.0/24", // relays of 6to4
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // documentation
  "203.0.113.0/24", // documentation
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and the broadcast address
);

/** IPv6: nothing is public but what the registries hand out. */
const global6 = ranges("2000::/3");
const special6 = ranges(
  "2001::/23", // protocol assignments: Teredo, benchmarks, ORCHID
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4, with an IPv4 address inside
  "3fff::/20", // documentation
);

/** An IPv4 address in the last four bytes: mapped, and behind the well-known prefix of NAT64. */
const carriers = ranges("::ffff:0:0/96", "64:ff9b::/96");

/** Whether an address belongs to a host of the public internet, also when it is wrapped in another one. */
export function isPublicAddress(address: Address): boolean {
  if (address.length === 4) return !isInSome(address, special4);
  if (isInSome(address, carriers)) return isPublicAddress(address.slice(12));
  return isInSome(address, global6) && !isInSome(address, special6);
}

function isInSome(address: Address, some: readonly AddressRange[]): boolean {
  return some.some((range) => isInRange(address, range));
}

function ranges(...texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => {
    const range = parseRange(text);
    if (!range) throw new Error(`"${text}" is no range of addresses.`);
    return range;
  });
}
