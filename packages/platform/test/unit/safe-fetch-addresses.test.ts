import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../src/foundation/safe-fetch/address.ts";
import { isInRange, parseRange } from "../../src/foundation/safe-fetch/address-range.ts";
import { allowProblem, isAllowed, parseAllowList } from "../../src/foundation/safe-fetch/allow-list.ts";
import type { FetchError } from "../../src/foundation/safe-fetch/fetch-error.ts";
import { isPublicAddress } from "../../src/foundation/safe-fetch/public-address.ts";
import { safeFetch } from "../../src/foundation/safe-fetch/safe-fetch.ts";
import { inside } from "../support/inside-addresses.ts";

const outside = [
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255"],
  ...["192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255"],
  ...["2606:4700:4700::1111", "2a00:1450:4001:80b::200e", "2001:4860:4860::8888", "2001:200::1", "2001:db9::1"],
  ...["2003::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
];

/** Other ways to write an address that is inside: an URL's host comes out of them in its usual form. */
const spellings = [
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://0177.0x0.1/",
  "http://127.1/",
  "http://127.0.1/",
  "http://127.0.0.1./",
  "http://127.0.0.1:80/",
  "http://１２７.0.0.1/",
  "http://127。0。0。1/",
  "http://%31%32%37.0.0.1/",
  "http://0/",
  "http://0.0.0.0/",
  "http://2852039166/",
  "http://0xa9.0xfe.0xa9.0xfe/",
  "http://0251.0376.0251.0376/",
  "http://[::]/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[0000::0001]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:0001]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[2002:7f00:1::]/",
  "http:\\\\127.0.0.1\\",
  "http:127.0.0.1",
];

describe("Addresses that may be fetched from (threat 36)", () => {
  test.for(inside)("%s is inside: %s", ([address]) => {
    expect(isPublicAddress(bytes(address))).toBe(false);
  });

  test.for(outside)("%s is public", (address) => {
    expect(isPublicAddress(bytes(address))).toBe(true);
  });

  test.for(spellings)("%s is refused, without a connection, and without saying what it is", async (address) => {
    const error = await safeFetch(address).then(undefined, (thrown: FetchError) => thrown);

    expect(error).toMatchObject({ name: "FetchError", failure: "refused" });
    expect(error).not.toHaveProperty("cause");
    expect(error).toHaveProperty("message", expect.stringMatching(/^"[^"]*" has no public address; hosts inside/));
  });

  test("what the wrappers of IPv4 in IPv6 hold is judged as IPv4", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const expected = isPublicAddress(bytes(address));

        expect(isPublicAddress(bytes(`::ffff:${address}`))).toBe(expected);
        expect(isPublicAddress(bytes(`64:ff9b::${address}`))).toBe(expected);
        expect(isPublicAddress(bytes(`::${address}`))).toBe(false);
      }),
    );
  });

  test("a range holds the same addresses as Node's own", () => {
    const samples = [...[fc.ipV4(), fc.ipV6()].map((address) => fc.tuple(address, address, fc.nat(128)))] as const;
    fc.assert(
      fc.property(fc.oneof(...samples), ([first, address, prefix]) => {
        const family = first.includes(":") ? "ipv6" : "ipv4";
        const bits = family === "ipv4" ? prefix % 33 : prefix;
        const list = new BlockList();
        list.addSubnet(first, bits, family);
        const range = parseRange(`${first}/${bits}`);

        expect(range && isInRange(bytes(address), range)).toBe(list.check(address, family));
        expect(range && isInRange(bytes(first), range)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.for(["", "localhost", "127.1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::g", "1::2::3", "[::1]", "0x7f000001"])(
    '"%s" is no address',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );
});

describe("The list of what is allowed all the same", () => {
  test("takes hosts, addresses and ranges", () => {
    const list = parseAllowList(["Intranet.Example", "bücher.example", "10.1.0.0/16", "127.0.0.1", "fd00:1::/32"]);
    const allows = (host: string, address: string) => isAllowed(list, host, bytes(address));

    expect(allows("intranet.example", "192.168.1.1")).toBe(true);
    expect(allows("INTRANET.example.", "192.168.1.1")).toBe(true);
    expect(allows("x.intranet.example", "192.168.1.1")).toBe(false);
    expect(allows("intranet.example.com", "192.168.1.1")).toBe(false);
    expect(allows("xn--bcher-kva.example", "192.168.1.1")).toBe(true);
    expect(allows("any.example", "10.1.255.255")).toBe(true);
    expect(allows("any.example", "10.2.0.0")).toBe(false);
    expect(allows("any.example", "127.0.0.1")).toBe(true);
    expect(allows("any.example", "127.0.0.2")).toBe(false);
    expect(allows("any.example", "fd00:1::5")).toBe(true);
    expect(allows("any.example", "fd00:2::5")).toBe(false);
    expect(allows("any.example", "::ffff:10.1.0.1")).toBe(false);
  });

  test.for([
    "",
    "*.example",
    "http://intranet.example",
    "a b",
    "a.example:80",
    "1.2.3",
    "10.0.0.0/33",
    "10.0.0.0/x",
    "10.0.0.0/8/8",
    "a/8",
    "::/129",
  ])('does not take "%s"', (entry) => {
    const message = `${JSON.stringify(entry)} is neither a host, like intranet.example, nor a range, like 10.1.0.0/16`;

    expect(allowProblem(["fine.example", entry])).toBe(message);
    expect(() => parseAllowList([entry])).toThrow(new TypeError(message));
  });
});

function bytes(address: string): readonly number[] {
  const parsed = parseAddress(address);
  if (!parsed) throw new Error(`${address} is no address.`);
  return parsed;
}
