import { domainToASCII } from "node:url";
import type { Address } from "./address.ts";
import { type AddressRange, isInRange, parseRange } from "./address-range.ts";

/** Hosts and addresses that may be fetched from although they are not public. */
export interface AllowList {
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly AddressRange[];
}

/** Entries are hosts, exactly, like `intranet.example`, addresses, and ranges like `10.1.0.0/16`. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const problem = allowProblem(entries);
  if (problem) throw new TypeError(problem);
  const ranges = entries.flatMap((entry) => parseRange(entry) ?? []);
  return { hosts: new Set(entries.filter((entry) => !parseRange(entry)).map(plainHost)), ranges };
}

/** What is wrong with the entries, if anything. */
export function allowProblem(entries: readonly unknown[]): string | undefined {
  const wrong = entries.find((entry) => typeof entry !== "string" || !(parseRange(entry) || isHost(entry)));
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(wrong)} is neither a host, like intranet.example, nor a range, like 10.1.0.0/16`;
}

/** A name allows whatever it resolves to; a range allows its addresses under any name. */
export function isAllowed({ hosts, ranges }: AllowList, host: string, address: Address): boolean {
  return hosts.has(plainHost(host)) || ranges.some((range) => isInRange(address, range));
}

function isHost(entry: string): boolean {
  return !/[\s/:@?#\\%[\]]/.test(entry) && /^[a-z0-9_.-]*[a-z_-][a-z0-9_.-]*$/.test(plainHost(entry));
}

/** As it stands in an address, and without the point that ends a full name. Empty when it can't be a host. */
function plainHost(host: string): string {
  return domainToASCII(host).replace(/\.$/, "");
}
