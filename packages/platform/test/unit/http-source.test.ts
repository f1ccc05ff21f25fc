import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import type { Json } from "../../src/definitions/json.ts";
import { type HttpSourceOptions, httpSource } from "../../src/sources/http/http-source.ts";
import { nextLink } from "../../src/sources/http/next-link.ts";
import type { HttpPaging } from "../../src/sources/http/paging.ts";
import { valueAt } from "../../src/sources/http/value-at.ts";
import { type LocalSite, startLocalSite } from "../support/local-site.ts";
import { bring } from "../support/run-source.ts";

interface Entry {
  readonly id: number;
}

const allow = ["127.0.0.1"];
const quickly = { type: "linear", delay: 5 } as const;
const all = Array.from({ length: 25 }, (_, index) => ({ id: index + 1 }));

let site: LocalSite;
afterEach(() => site?.close());

const json = (response: ServerResponse, value: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(200, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};
const queryOf = (request: IncomingMessage) => new URL(request.url ?? "", "http://site").searchParams;
const paths = () => site.requests.map((request) => request.url);

const source = (options: Partial<HttpSourceOptions<{ external_id: string }, Entry>> = {}) =>
  httpSource({
    id: "list",
    url: `${site.url}/list`,
    allow,
    backoff: quickly,
    map: ({ id }: Entry) => ({ external_id: String(id) }),
    ...options,
  });

const idsOf = (items: readonly unknown[]) => items.map((item) => Number((item as { external_id: string }).external_id));
const allIds = all.map(({ id }) => id);

describe("An HTTP source", () => {
  test("brings a list from one answer, with headers as they were given (threat 40)", async () => {
    site = await startLocalSite((_, response) => json(response, [{ id: 1 }, { id: 2 }]));

    const placeholder = ["$", "{HOME}"].join("");
    const headers = { authorization: `Bearer ${placeholder}`, accept: "application/vnd.list+json" };
    const { items, error } = await bring(source({ headers }));

    expect({ items, error }).toEqual({ items: [{ external_id: "1" }, { external_id: "2" }], error: undefined });
    expect(site.requests[0]?.headers).toMatchObject(headers);
  });

  test("finds the list in the answer, and lets the map leave entries out", async () => {
    site = await startLocalSite((_, response) => json(response, { data: { items: [{ id: 1 }, { id: 2 }] } }));

    const { items } = await bring(
      source({ itemsAt: "data.items", map: ({ id }) => (id === 1 ? undefined : { external_id: "b" }) }),
    );

    expect(items).toEqual([{ external_id: "b" }]);
  });

  test("makes its address from the inputs of a run", async () => {
    site = await startLocalSite((_, response) => json(response, []));

    await bring(source({ url: ({ inputs }) => `${site.url}/list?since=${inputs.since}` }), {
      inputs: { since: "2026" },
    });

    expect(paths()).toEqual(["/list?since=2026"]);
  });

  test("goes through numbered pages until one is empty", async () => {
    site = await startLocalSite((request, response) => {
      const page = Number(queryOf(request).get("p"));
      json(response, all.slice((page - 1) * 10, page * 10));
    });

    const paging: HttpPaging = { kind: "page", parameter: "p", sizeParameter: "size", size: 10 };
    const { items, error } = await bring(source({ paging, url: `${site.url}/list?q=a%20b` }));

    expect({ ids: idsOf(items), error }).toEqual({ ids: allIds, error: undefined });
    expect(paths()).toEqual([1, 2, 3, 4].map((page) => `/list?q=a+b&p=${page}&size=10`));
  });

  test("counts pages from where it is told to", async () => {
    site = await startLocalSite((request, response) => {
      const page = Number(queryOf(request).get("page"));
      json(response, all.slice(page * 10, (page + 1) * 10));
    });

    expect(idsOf((await bring(source({ paging: { kind: "page", first: 0 } }))).items)).toEqual(allIds);
  });

  test("counts entries by what has come, also when pages are smaller than it asks for", async () => {
    site = await startLocalSite((request, response) => {
      const offset = Number(queryOf(request).get("offset"));
      json(response, all.slice(offset, offset + 7));
    });

    const { items } = await bring(source({ paging: { kind: "offset", size: 100 } }));

    expect(idsOf(items)).toEqual(allIds);
    expect(paths()).toEqual([0, 7, 14, 21, 25].map((offset) => `/list?offset=${offset}&limit=100`));
  });

  test("follows cursors, through empty pages too, until there is none", async () => {
    const pages: Record<string, Json> = {
      first: { list: [{ id: 1 }], meta: { next: "b&c=d" } },
      "b&c=d": { list: [], meta: { next: 7 } },
      7: { list: [{ id: 2 }], meta: { next: null } },
    };
    site = await startLocalSite((request, response) => json(response, pages[queryOf(request).get("after") ?? "first"]));

    const paging: HttpPaging = { kind: "cursor", at: "meta.next", parameter: "after" };
    const { items, error } = await bring(source({ itemsAt: "list", paging }));

    expect({ ids: idsOf(items), error }).toEqual({ ids: [1, 2], error: undefined });
    expect(paths()).toEqual(["/list", "/list?after=b%26c%3Dd", "/list?after=7"]);
  });

  test("follows addresses of next pages in answers and in the header Link", async () => {
    site = await startLocalSite((request, response) => {
      const page = Number(queryOf(request).get("page") ?? 1);
      const next = page < 3 ? `/list?page=${page + 1}` : undefined;
      const link = next && `<${site.url}/list?page=1>; rel="first", <${next}>; rel="next"`;
      json(response, { list: [{ id: page }], next }, link ? { link } : {});
    });

    const byAnswer = await bring(source({ itemsAt: "list", paging: { kind: "cursor", at: "next" } }));
    const byHeader = await bring(source({ itemsAt: "list", paging: { kind: "link" } }));

    expect([byAnswer, byHeader].map(({ items }) => idsOf(items))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test("takes no next page from another origin: its headers would go along", async () => {
    const other = await startLocalSite((_, response) => json(response, []));
    site = await startLocalSite((_, response) => {
      json(response, { list: [{ id: 1 }], next: `${other.url}/list` }, { link: `<${other.url}/list>; rel=next` });
    });

    for (const paging of [{ kind: "link" }, { kind: "cursor", at: "next" }] as const) {
      const { items, error } = await bring(source({ itemsAt: "list", paging, headers: { authorization: "key" } }));

      expect(idsOf(items)).toEqual([1]);
      expect(error).toBe("The next page is said to be at another origin; it is not fetched.");
    }
    expect(other.requests).toEqual([]);
    other.close();
  });

  test("does not go round in circles", async () => {
    site = await startLocalSite((_, response) => json(response, { list: [{ id: 1 }], next: "same" }));

    const ignored = await bring(source({ itemsAt: "list", paging: { kind: "page" } }));
    const cursor = await bring(source({ itemsAt: "list", paging: { kind: "cursor", at: "next", parameter: "c" } }));

    expect(ignored.error).toBe("Page 2 is the same as the one before.");
    expect(cursor.error).toBe("Page 2 is the same as the one before.");
  });

  test("takes a list without end for what it is", async () => {
    site = await startLocalSite((_, response, number) => json(response, [{ id: number }]));

    const { items, error } = await bring(source({ paging: { kind: "page" }, maxPages: 5 }));

    expect({ ids: idsOf(items), error }).toEqual({ ids: [1, 2, 3, 4, 5], error: "The list has more than 5 pages." });
  });

  test("brings what its map can use, then names what it can't", async () => {
    site = await startLocalSite((_, response) => json(response, [{ id: 1 }, null, { id: 3 }]));

    const { items, error } = await bring(source());

    expect(idsOf(items)).toEqual([1, 3]);
    expect(error).toMatch(/^Not everything can be used: entry 2: Cannot destructure property 'id' of .*\.$/);
  });
});

describe("An HTTP source whose other end", () => {
  test("is busy or broken asks again, with its backoff", async () => {
    const answers = [429, 503, 500, "broken", 200];
    site = await startLocalSite((request, response, number) => {
      const answer = answers[number - 1];
      if (answer === "broken") request.socket.destroy();
      else if (answer === 200) json(response, [{ id: 1 }]);
      else response.writeHead(Number(answer)).end();
    });

    expect((await bring(source())).items).toEqual([{ external_id: "1" }]);
    expect(site.requests).toHaveLength(5);
  });

  test("says when to ask again is asked then", async () => {
    const asked: number[] = [];
    site = await startLocalSite((_, response, number) => {
      asked.push(performance.now());
      if (number === 1) response.writeHead(429, { "retry-after": "1" }).end();
      else if (number === 2)
        response.writeHead(503, { "retry-after": new Date(Date.now() - 5000).toUTCString() }).end();
      else json(response, []);
    });

    const { error } = await bring(source({ backoff: { type: "linear", delay: 60_000 } }));

    expect(error).toBeUndefined();
    const [first = 0, second = 0, third = 0] = asked;
    expect(second - first).toBeGreaterThan(950);
    expect(third - second).toBeLessThan(900);
  });

  test("asks for an hour's patience is not waited for", async () => {
    site = await startLocalSite((_, response) => response.writeHead(429, { "retry-after": "3600" }).end());

    const { error } = await bring(source({ url: `${site.url}/list?key=secret` }));

    expect(error).toBe(`${site.url}/list answered with status 429. It asks to wait 3600 seconds.`);
    expect(site.requests).toHaveLength(1);
  });

  test("stays broken is given up, without telling the address's query", async () => {
    site = await startLocalSite((_, response) => response.writeHead(502).end("<html>internal details</html>"));

    const { error } = await bring(source({ url: `${site.url}/list?key=secret`, retries: 2 }));

    expect(error).toBe(`${site.url}/list answered with status 502.`);
    expect(site.requests).toHaveLength(3);
  });

  test.for([400, 401, 403, 404, 410])("answers %d is not asked again", async (status) => {
    site = await startLocalSite((_, response) => response.writeHead(status).end());

    expect((await bring(source())).error).toBe(`${site.url}/list answered with status ${status}.`);
    expect(site.requests).toHaveLength(1);
  });

  test.for([
    ["<html>", {}, /\/list is no JSON\.$/],
    ["{}", {}, /^The answer is no list\.$/],
    ['{"data":{"items":{}}}', { itemsAt: "data.items" }, /^There is no list at "data\.items" of the answer\.$/],
    ["[]", { itemsAt: "constructor.prototype" }, /^There is no list at "constructor\.prototype" of the answer\.$/],
    [
      '{"l":[],"n":{}}',
      { itemsAt: "l", paging: { kind: "cursor", at: "n" } },
      /^What is at "n" says neither how to go on/,
    ],
    [
      '{"l":[],"n":"http://["}',
      { itemsAt: "l", paging: { kind: "cursor", at: "n" } },
      /^The answer names no address as/,
    ],
  ] as const)("answers %s with %j says nothing sensible", async ([body, options, message]) => {
    site = await startLocalSite((_, response) => response.end(body));

    expect((await bring(source(options))).error).toMatch(message);
    expect(site.requests).toHaveLength(1);
  });

  test("is inside, sends too much, or redirects inside is refused, and not asked again", async () => {
    site = await startLocalSite((request, response) => {
      if (request.url === "/redirect") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
      else response.end(`[${" ".repeat(5000)}]`);
    });

    expect((await bring(source({ allow: [] }))).error).toMatch(/has no public address/);
    expect((await bring(source({ maxBytes: 1000 }))).error).toMatch(/is larger than 1000 bytes\.$/);
    expect((await bring(source({ url: `${site.url}/redirect` }))).error).toMatch(
      /^"169\.254\.169\.254" has no public address/,
    );
    expect(site.requests).toHaveLength(2);
  });

  test("says nothing is given up in time; a run that is stopped stops", async () => {
    site = await startLocalSite(() => undefined);
    const stop = new AbortController();

    const late = await bring(source({ timeoutInSeconds: 0.5, retries: 1 }));
    setTimeout(() => stop.abort(new Error("enough")), 500);
    const stopped = await bring(source(), { signal: stop.signal });

    expect(late.error).toMatch(/took longer than 0\.5 seconds\.$/);
    expect(stopped.error).toBe("enough");
    expect(site.requests).toHaveLength(3);
  });

  test("is waited for is not asked again once the run is stopped", async () => {
    site = await startLocalSite((_, response) => response.writeHead(503, { "retry-after": "30" }).end());
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 500);

    const { error } = await bring(source(), { signal: stop.signal });

    expect(error).toBe("enough");
    expect(site.requests).toHaveLength(1);
  });
});

describe("The definition of an HTTP source", () => {
  const sound = { id: "list", url: "https://api.example.com/list", map: () => ({ external_id: "1" }) };
  test.for([
    [{ url: "ftp://example.com" }, "url must be an address that begins with http:// or https://"],
    [{ url: "/list" }, "url must be an address that begins with http:// or https://"],
    [{ url: "https://user:password@example.com" }, "url must not hold a user or a password; use headers"],
    [{ headers: { authorization: undefined } }, 'the header "authorization" must be a text: is its setting missing?'],
    [
      { allow: ["10.0.0.0/99"] },
      'allow: "10.0.0.0/99" is neither a host, like intranet.example, nor a range, like 10.1.0.0/16',
    ],
    [{ allow: "10.0.0.0/8" }, "allow: it must be a list"],
    [{ timeoutInSeconds: 0 }, "timeoutInSeconds must be more than 0"],
    [{ maxBytes: -1 }, "maxBytes must be more than 0"],
    [{ retries: -1 }, "retries must be 0 or more"],
    [{ backoff: { type: "fixed", delay: 5 } }, 'backoff: The backoff type must be exponential or linear, not "fixed".'],
    [{ paging: { kind: "token" } }, "paging must be of the kind page, offset, cursor or link"],
    [{ paging: { kind: "offset" } }, "paging by offset needs the size of a page"],
    [{ paging: { kind: "cursor" } }, "paging by cursor needs the place in the answer: at"],
    [{ itemsAt: ["data"] }, "itemsAt must be a path, like data.items"],
    [{ maxPages: 0 }, "maxPages must be more than 0"],
  ] as const)("with %j has a fault: %s", ([options, fault]) => {
    expect(httpSource({ ...sound, ...(options as object) }).faults).toEqual([fault]);
  });

  test("that is sound has none", () => {
    expect(httpSource(sound).faults).toEqual([]);
  });
});

test.for([
  ['<https://a.example/2>; rel="next"', "https://a.example/2"],
  ["</2>; rel=next", "/2"],
  ['</1>; rel="prev", </3>; title="a, b; <c>"; rel="last next"', "/3"],
  ['</1>; rel="prev"', undefined],
  ['</1>; title="rel=next"', undefined],
  ['</1>; REL="Next"', "/1"],
  ["nonsense", undefined],
  ["", undefined],
] as const)("the header Link %j leads on to %j", ([header, expected]) => {
  expect(nextLink(header)).toBe(expected);
});

test.for([
  ["", { a: 1 }],
  ["a", 1],
  ["b", undefined],
  ["a.b", undefined],
  ["__proto__", undefined],
  ["toString", undefined],
] as const)("at the path %j of an answer there is %j", ([path, expected]) => {
  expect(valueAt({ a: 1 }, path)).toEqual(expected);
});
