import { lookup as lookUp } from "node:dns/promises";
import { parseAddress } from "./address.ts";
import { type AllowList, isAllowed } from "./allow-list.ts";
import { FetchError } from "./fetch-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Finds the addresses of a host. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * The addresses of a host, each of them checked. The connection is made to one of these and to no other: a name that
 * resolves differently the next time it is asked for gains nothing.
 */
export async function findAddresses(
  url: URL,
  { allow, lookup = systemLookup }: { readonly allow: AllowList; readonly lookup?: Lookup | undefined },
): Promise<readonly PinnedAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const found = parseAddress(host) ? [host] : await lookup(host).catch(() => []);
  const addresses = found.map((address) => ({ address, bytes: parseAddress(address) }));
  // One address inside is enough to refuse: whoever mixes them hopes that it is the one that gets chosen.
  const isSound = addresses.every(({ bytes }) => bytes && (isPublicAddress(bytes) || isAllowed(allow, host, bytes)));
  if (addresses.length === 0 || !isSound) throw notFetchable(url);
  return addresses.map(({ address, bytes }) => ({ address, family: bytes?.length === 4 ? 4 : 6 }));
}

/** The same for a host that does not exist and for one inside: otherwise names inside could be guessed. */
function notFetchable(url: URL): FetchError {
  const host = url.host.slice(0, 100);
  return new FetchError("refused", `"${host}" has no public address; hosts inside a network must be allowed by name.`);
}

async function systemLookup(host: string): Promise<readonly string[]> {
  const found = await lookUp(host, { all: true, order: "verbatim" });
  return found.map(({ address }) => address);
}
