import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../src/foundation/safe-fetch/address.ts";
import { isInRange, parseRange } from "../../src/foundation/safe-fetch/address-range.ts";
import { allowProblem, isAllowed, parseAllowList } from "../../src/foundation/safe-fetch/allow-list.ts";
import type { FetchError } from "../../src/foundation/safe-fetch/fetch-error.ts";
import { isPublicAddress } from "../../src/foundation/safe-fetch/public-address.ts";
import { safeFetch } from "../../src/foundation/safe-fetch/safe-fetch.ts";

/** Each with what it is: none of these is the public internet. */
const inside: readonly (readonly [string, string])[] = [
  ["0.0.0.0", "unspecified, which reaches the machine itself"],
  ["0.255.255.255", "this network"],
  ["10.0.0.0", "private"],
  ["10.255.255.255", "private"],
  ["100.64.0.0", "shared by carriers"],
  ["100.100.100.200", "the metadata of a cloud"],
  ["100.127.255.255", "shared by carriers"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["168.63.129.16", "the metadata of a cloud"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "the metadata of most clouds"],
  ["169.254.170.2", "the metadata of containers"],
  ["172.16.0.0", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.192", "the metadata of a cloud"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "a relay of 6to4"],
  ["192.168.0.1", "private"],
  ["192.168.255.255", "private"],
  ["198.18.0.1", "benchmarks"],
  ["198.19.255.255", "benchmarks"],
  ["198.51.100.7", "documentation"],
  ["203.0.113.9", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["::127.0.0.1", "IPv4-compatible loopback"],
  ["::8.8.8.8", "IPv4-compatible, which nobody uses"],
  ["::ffff:127.0.0.1", "mapped loopback"],
  ["::ffff:7f00:1", "mapped loopback, in hexadecimals"],
  ["::ffff:10.1.2.3", "mapped private"],
  ["::ffff:169.254.169.254", "mapped metadata"],
  ["::ffff:0:127.0.0.1", "translated loopback"],
  ["64:ff9b::127.0.0.1", "NAT64 of loopback"],
  ["64:ff9b::a9fe:a9fe", "NAT64 of metadata"],
  ["64:ff9b::10.0.0.1", "NAT64 of private"],
  ["64:ff9b:1::1", "NAT64 of a network's own"],
  ["64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "NAT64 of a network's own"],
  ["100::1", "discarded"],
  ["2001::1", "Teredo"],
  ["2001:0:4136:e378:8000:63bf:f5ff:fffe", "Teredo of private"],
  ["2001:2::1", "benchmarks"],
  ["2001:10::1", "ORCHID"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::", "6to4 of loopback"],
  ["2002:a00:1::1", "6to4 of private"],
  ["2002:a9fe:a9fe::1", "6to4 of metadata"],
  ["3fff::1", "documentation"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "the metadata of a cloud"],
  ["fdff:ffff::1", "unique local"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local, with its zone"],
  ["febf::1", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["4000::1", "not handed out"],
];

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
