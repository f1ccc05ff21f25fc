import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { FetchError } from "../../src/foundation/safe-fetch/fetch-error.ts";
import { type SafeFetchOptions, safeFetch } from "../../src/foundation/safe-fetch/safe-fetch.ts";
import { type LocalSite, startLocalSite } from "../support/local-site.ts";

const allow = ["127.0.0.1/32"];
/** Elsewhere, 127.0.0.2 is nobody until somebody sets it up. */
const isAlone = process.platform !== "linux";
const mebibyte = 1024 * 1024;
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function startSite(...parameters: Parameters<typeof startLocalSite>): Promise<LocalSite> {
  const site = await startLocalSite(...parameters);
  servers.push(site);
  return site;
}

/** Says something to whoever connects, and hangs up. */
async function startPlainSite(words: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined).on("data", () => undefined);
    socket.end(words);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function failureOf(address: string, options: SafeFetchOptions = { allow }): Promise<FetchError> {
  const outcome = await safeFetch(address, options).then(
    ({ status }) => `it answered ${status}`,
    (error: unknown) => error,
  );
  if (!(outcome instanceof FetchError)) throw new Error(`Expected a FetchError, got ${outcome}`);
  return outcome;
}

const redirectTo =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { location }).end("on your way");
  };

describe("A fetch", () => {
  test("gives status, headers, body and text", async () => {
    const site = await startSite((_, response) => {
      response.writeHead(201, { "content-type": "text/plain", "x-two": ["a", "b"] }).end("grüß dich");
    });

    const answer = await safeFetch(`${site.url}/path?q=1`, { allow });

    expect(answer).toMatchObject({ status: 201, url: `${site.url}/path?q=1` });
    expect(answer.headers.get("x-two")).toBe("a, b");
    expect(answer.text()).toBe("grüß dich");
    expect(site.requests[0]?.url).toBe("/path?q=1");
  });

  test("sends method, headers and body", async () => {
    const site = await startSite(async (request, response) => {
      const chunks = await request.toArray();
      response.end(JSON.stringify([request.method, request.headers["x-key"], Buffer.concat(chunks).toString()]));
    });

    const answer = await safeFetch(site.url, { allow, method: "post", headers: { "X-Key": "k" }, body: "hello" });

    expect(JSON.parse(answer.text())).toEqual(["POST", "k", "hello"]);
  });

  test.for([
    ["text/plain; charset=iso-8859-1", Buffer.from("gr\u00fc\u00df", "latin1")],
    ['text/plain;charset="UTF-16LE"', Buffer.from("gr\u00fc\u00df", "utf16le")],
    ["text/plain; charset=no-such-thing", Buffer.from("gr\u00fc\u00df")],
    ["text/plain", Buffer.from("\ufeffgr\u00fc\u00df")],
  ] as const)("reads %s in the character set that it names", async ([type, body]) => {
    const site = await startSite((_, response) => response.writeHead(200, { "content-type": type }).end(body));

    expect((await safeFetch(site.url, { allow })).text()).toBe("grüß");
  });

  test.for([
    "file:///etc/passwd",
    "ftp://example.com/",
    "data:text/plain,hello",
    "gopher://example.com/",
    "ws://example.com/",
  ])("is made over http and https only, not of %s", async (address) => {
    expect(await failureOf(address)).toMatchObject({
      failure: "refused",
      message: `Only http and https can be fetched, not ${new URL(address).protocol.slice(0, -1)}.`,
    });
  });

  test.for(["", "example.com", "http://", "http://a b/", "http://[::1/", "http://1.2.3.256/"])(
    'of "%s" is refused: it is no address',
    async (address) => {
      expect(await failureOf(address)).toMatchObject({
        failure: "malformed",
        message: "This is no address that could be fetched.",
      });
    },
  );

  test("takes no user or password in an address", async () => {
    const site = await startSite((_, response) => response.end());

    for (const credential of ["user:password@", "user@", ":password@"]) {
      const error = await failureOf(site.url.replace("//", `//${credential}`));

      expect(error).toMatchObject({ failure: "refused", message: "An address must not hold a user or a password." });
    }
    expect(site.requests).toEqual([]);
  });

  test.for(["Host", "content-length", "Transfer-Encoding", "connection", "upgrade", "expect", "proxy-authorization"])(
    "lets nobody set the header %s",
    async (name) => {
      const site = await startSite((_, response) => response.end());

      const error = await failureOf(site.url, { allow, headers: { [name]: "x" } });

      expect(error.message).toBe(`The header "${name.toLowerCase()}" can't be set.`);
      expect(site.requests).toEqual([]);
    },
  );

  test("does not split a request by line breaks in a header", async () => {
    const site = await startSite((_, response) => response.end());

    const error = await failureOf(site.url, { allow, headers: { "x-note": "a\r\nx-evil: 1" } });

    expect(error).toMatchObject({ failure: "malformed", message: 'The header "x-note" can\'t be set.' });
    expect(site.requests).toEqual([]);
  });

  test.for(["CONNECT", "TRACE", "GET / HTTP/1.1\r\n"])("knows no method %s", async (method) => {
    expect((await failureOf("http://127.0.0.1:1", { allow, method })).failure).toBe("malformed");
  });
});

describe("A host that is inside (threat 36)", () => {
  test("is refused with the same words as one that does not exist, and sees no request", async () => {
    const site = await startSite((_, response) => response.end("secret"));
    const lookup = async (host: string) => {
      if (host === "inside.example") return ["127.0.0.1"];
      throw new Error("ENOTFOUND");
    };

    const inside = await failureOf(`http://inside.example:${site.port}/`, { lookup });
    const missing = await failureOf(`http://missing.example:${site.port}/`, { lookup });

    expect(inside).toMatchObject({
      failure: "refused",
      message: `"inside.example:${site.port}" has no public address; hosts inside a network must be allowed by name.`,
    });
    expect(missing.message).toBe(inside.message.replace("inside.example", "missing.example"));
    expect({ ...missing }).toEqual({ ...inside });
    expect(site.requests).toEqual([]);
  });

  test("is refused as soon as one of its addresses is inside", async () => {
    const lookup = async () => ["93.184.215.14", "10.0.0.1"];

    expect((await failureOf("http://mixed.example/", { lookup })).failure).toBe("refused");
  });

  test("is refused when the look-up gives nonsense", async () => {
    expect((await failureOf("http://odd.example/", { lookup: async () => ["nonsense"] })).failure).toBe("refused");
    expect((await failureOf("http://odd.example/", { lookup: async () => [] })).failure).toBe("refused");
  });

  test("can be allowed by its name, and then by no other", async () => {
    const site = await startSite((_, response) => response.end("hello"));
    const lookup = async () => ["127.0.0.1"];
    const options = { lookup, allow: ["intranet.example"] };

    expect((await safeFetch(`http://intranet.example:${site.port}/`, options)).text()).toBe("hello");
    expect(site.requests[0]?.headers.host).toBe(`intranet.example:${site.port}`);
    expect((await failureOf(`http://other.example:${site.port}/`, options)).failure).toBe("refused");
    expect((await failureOf(site.url, options)).failure).toBe("refused");
  });

  test("localhost is found by the system, and refused", async () => {
    const site = await startSite((_, response) => response.end("secret"));

    expect((await failureOf(`http://localhost:${site.port}/`, {})).failure).toBe("refused");
    expect(site.requests).toEqual([]);
  });
});

describe.skipIf(isAlone)("A name that changes its address (DNS rebinding, threat 36)", () => {
  test("is looked up once, and the connection is made to the address that was checked", async () => {
    const trusted = await startSite((_, response) => response.end("the one that was checked"), { host: "127.0.0.2" });
    const secret = await startSite((_, response) => response.end("secret"), { port: trusted.port });
    const answers = ["127.0.0.2", "127.0.0.1"];
    const lookup = async () => [answers.shift() ?? "127.0.0.1"];

    const answer = await safeFetch(`http://rebinding.example:${trusted.port}/`, { allow: ["127.0.0.2/32"], lookup });

    expect(answer.text()).toBe("the one that was checked");
    expect(answers).toEqual(["127.0.0.1"]);
    expect(secret.requests).toEqual([]);
  });

  test("is looked up and checked again for a redirect", async () => {
    const trusted = await startSite(redirectTo("/again"), { host: "127.0.0.2" });
    const secret = await startSite((_, response) => response.end("secret"), { port: trusted.port });
    const answers = ["127.0.0.2", "127.0.0.1"];
    const lookup = async () => [answers.shift() ?? "127.0.0.1"];

    const error = await failureOf(`http://rebinding.example:${trusted.port}/`, { allow: ["127.0.0.2/32"], lookup });

    expect(error.failure).toBe("refused");
    expect(trusted.requests).toHaveLength(1);
    expect(secret.requests).toEqual([]);
  });
});

describe("A redirect (threat 36)", () => {
  test
    .skipIf(isAlone)
    .for([
      "http://127.0.0.2/",
      "http://2130706434/",
      "http://[::1]/",
      "//127.0.0.2/",
      "http://169.254.169.254/latest/",
    ])("to %s, inside, is refused", async (location) => {
    const secret = await startSite((_, response) => response.end("secret"), { host: "127.0.0.2" });
    const target = location.replace("127.0.0.2/", `127.0.0.2:${secret.port}/`);
    const site = await startSite(redirectTo(target));

    const error = await failureOf(site.url);

    expect(error.failure).toBe("refused");
    expect(secret.requests).toEqual([]);
  });

  test.for([
    ["file:///etc/passwd", "refused"],
    ["javascript:alert(1)", "refused"],
    ["http://user:password@127.0.0.1/", "refused"],
    ["http://[/", "malformed"],
    ["", "malformed"],
  ] as const)('to "%s" is not followed', async ([location, failure]) => {
    const site = await startSite((_, response) => response.writeHead(302, location ? { location } : {}).end());

    expect((await failureOf(site.url)).failure).toBe(failure);
  });

  test("within the origin keeps the headers; the answer says where it came from", async () => {
    const site = await startSite((request, response) => {
      if (request.url === "/") redirectTo("/new?x=1", 301)(request, response);
      else response.end(request.headers.authorization);
    });

    const answer = await safeFetch(site.url, { allow, headers: { Authorization: "Bearer key" } });

    expect(answer).toMatchObject({ status: 200, url: `${site.url}/new?x=1` });
    expect(answer.text()).toBe("Bearer key");
  });

  test("to another origin takes no credential along, nor any header that could be one, and not on the way back either", async () => {
    const echo = await startSite((request, response) => response.end(JSON.stringify(request.headers)));
    const back = await startSite((_, response) => redirectTo(echo.url)(_, response));
    const site = await startSite(redirectTo(back.url));
    const headers = {
      authorization: "Bearer key",
      cookie: "session=1",
      "x-api-key": "key",
      accept: "application/json",
      "user-agent": "a source",
    };

    const answer = await safeFetch(site.url, { allow, headers });

    expect(JSON.parse(answer.text())).toEqual({
      accept: "application/json",
      "accept-encoding": "gzip, br",
      connection: "close",
      host: echo.url.slice("http://".length),
      "user-agent": "a source",
    });
  });

  test.for([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [303, "HEAD", "HEAD", ""],
    [307, "POST", "POST", "data"],
    [308, "PUT", "PUT", "data"],
  ] as const)("with status %d makes of a %s a %s", async ([status, method, expected, body]) => {
    const received: string[] = [];
    const site = await startSite(async (request, response) => {
      if (request.url === "/") return redirectTo("/new", status)(request, response);
      const chunks = await request.toArray();
      received.push(`${request.method} ${request.headers["content-type"] ?? ""} ${Buffer.concat(chunks)}`);
      response.end();
    });

    const sent = method === "HEAD" ? {} : { body: "data", headers: { "content-type": "text/plain" } };
    await safeFetch(site.url, { allow, method, ...sent });

    expect(received).toEqual([`${expected} ${body && "text/plain"} ${body}`]);
  });

  test("that never ends is given up", async () => {
    const site = await startSite(redirectTo("/"));

    expect(await failureOf(site.url)).toMatchObject({
      failure: "malformed",
      message: expect.stringContaining("too many redirects"),
    });
    expect(site.requests).toHaveLength(6);
    await failureOf(site.url, { allow, maxRedirects: 0 });
    expect(site.requests).toHaveLength(7);
  });
});

describe("A body", () => {
  test("as large as it may be is taken, one byte more is not", async () => {
    const site = await startSite((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))));

    expect((await safeFetch(`${site.url}/1000`, { allow, maxBytes: 1000 })).body).toHaveLength(1000);
    expect(await failureOf(`${site.url}/1001`, { allow, maxBytes: 1000 })).toMatchObject({
      failure: "large",
      message: `The body from "127.0.0.1:${site.port}" is larger than 1000 bytes.`,
    });
  });

  test("without an end is broken off", async () => {
    let sent = 0;
    const site = await startSite(async (request, response) => {
      request.socket.on("error", () => undefined);
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) await wait(1);
      }
    });

    expect((await failureOf(site.url, { allow, maxBytes: mebibyte })).failure).toBe("large");
    await wait(50);
    expect(sent).toBeLessThan(64 * mebibyte);
  });

  test.for([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("in %s is decompressed", async ([encoding, compress]) => {
    const site = await startSite((_, response) => {
      response.writeHead(200, { "content-encoding": encoding }).end(compress(Buffer.from("hello ".repeat(1000))));
    });

    expect((await safeFetch(site.url, { allow })).text()).toBe("hello ".repeat(1000));
  });

  test.for([
    ["gzip", 16],
    ["br", 1],
  ] as const)(
    "in %s that unpacks to very much is broken off in no time and little memory",
    async ([encoding, times]) => {
      const zeros = Buffer.alloc(64 * mebibyte);
      const bomb = encoding === "gzip" ? gzipSync(zeros) : brotliCompressSync(zeros, quickly);
      const site = await startSite((_, response) => {
        response.writeHead(200, { "content-encoding": encoding }).end(Buffer.concat(Array(times).fill(bomb)));
      });
      const before = process.memoryUsage().rss;
      const startedAt = performance.now();

      const error = await failureOf(site.url, { allow, maxBytes: 5 * mebibyte });

      expect(error.failure).toBe("large");
      expect(performance.now() - startedAt).toBeLessThan(2000);
      expect(process.memoryUsage().rss - before).toBeLessThan(60 * mebibyte);
    },
  );

  test("that is not what it says, or in an encoding that nobody asked for, is an error", async () => {
    const site = await startSite((request, response) => {
      response.writeHead(200, { "content-encoding": request.url?.slice(1) ?? "" }).end("not compressed at all");
    });

    for (const encoding of ["gzip", "br", "deflate", "zstd", "gzip,gzip", "constructor"]) {
      expect(await failureOf(`${site.url}/${encoding}`)).toMatchObject({ failure: "malformed" });
    }
  });

  test("that is cut off is an error, compressed or not", async () => {
    const site = await startSite((request, response) => {
      const body = gzipSync(Buffer.alloc(100_000, "abc"));
      response.writeHead(200, {
        "content-length": body.length,
        ...(request.url === "/gzip" && { "content-encoding": "gzip" }),
      });
      response.write(body.subarray(0, 50), () => response.destroy());
    });

    expect((await failureOf(`${site.url}/plain`)).failure).toBe("unreachable");
    expect((await failureOf(`${site.url}/gzip`)).failure).toBe("unreachable");
  });
});

describe("The time that a fetch may take", () => {
  test("holds for a server that does not answer, one that drips, one that redirects slowly, and for the look-up", async () => {
    const silent = await startSite(() => undefined);
    const dripping = await startSite(async (_, response) => {
      while (!response.destroyed) {
        response.write("x");
        await wait(20);
      }
    });
    const redirecting = await startSite(async (_, response) => {
      await wait(60);
      redirectTo("/")(_, response);
    });
    const options = { allow, timeoutInSeconds: 0.2, maxRedirects: 1000 };
    const cases = [
      () => failureOf(silent.url, options),
      () => failureOf(dripping.url, options),
      () => failureOf(redirecting.url, options),
      () => failureOf("http://slow.example/", { ...options, lookup: () => new Promise(() => undefined) }),
    ];

    for (const run of cases) {
      const startedAt = performance.now();
      const error = await run();

      expect(error).toMatchObject({
        failure: "slow",
        message: expect.stringMatching(/took longer than 0\.2 seconds\.$/),
      });
      expect(performance.now() - startedAt).toBeLessThan(1000);
    }
  });

  test("ends with the signal, whose reason comes out", async () => {
    const silent = await startSite(() => undefined);
    const stop = new AbortController();

    const outcome = safeFetch(silent.url, { allow, signal: stop.signal });
    setTimeout(() => stop.abort(new Error("that is enough")), 50);

    await expect(outcome).rejects.toThrow("that is enough");
    await expect(safeFetch(silent.url, { allow, signal: stop.signal })).rejects.toThrow("that is enough");
    expect(silent.requests).toHaveLength(1);
  });

  test("does not depend on what speaks at the other end: nobody, noise, or a change of protocol", async () => {
    const said = [
      "\u0000\u0001 noise\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      "",
    ];
    for (const words of said) {
      const url = await startPlainSite(words);

      expect((await failureOf(url, { allow, timeoutInSeconds: 5 })).failure).toBe("unreachable");
    }
    expect((await failureOf("http://127.0.0.1:1/")).failure).toBe("unreachable");
  });
});
