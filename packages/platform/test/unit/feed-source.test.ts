import { afterEach, describe, expect, test } from "vitest";
import { decodeXml } from "../../src/sources/feed/decode-xml.ts";
import type { FeedEntry } from "../../src/sources/feed/feed-entry.ts";
import { feedSource } from "../../src/sources/feed/feed-source.ts";
import { parseFeed } from "../../src/sources/feed/parse-feed.ts";
import { type LocalSite, startLocalSite } from "../support/local-site.ts";
import { bring } from "../support/run-source.ts";

const base = "https://news.example.com/feeds/all.xml";
const nothing: FeedEntry = {
  id: null,
  link: null,
  title: null,
  text: "",
  content: null,
  summary: null,
  author: null,
  categories: [],
  published: null,
  updated: null,
};

async function entriesOf(xml: string): Promise<readonly FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for await (const entry of parseFeed(xml, base)) entries.push(entry);
  return entries;
}
const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
const atom = (entries: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${entries}</feed>`;

let site: LocalSite | undefined;
afterEach(() => site?.close());

describe("An RSS 2.0 feed", () => {
  test("is read with everything that an item has", async () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
        <channel>
          <title>The channel</title><link>https://news.example.com/</link><atom:link rel="self" href="${base}"/>
          <image><title>Logo</title><url>https://news.example.com/logo.png</url></image>
          <item>
            <title>Tom &amp; Ann &#8211; new</title>
            <link>/articles/1</link>
            <guid isPermaLink="false">tag:1</guid>
            <description>Short &lt;b&gt;text&lt;/b&gt;</description>
            <content:encoded><![CDATA[<p>Long <i>text</i></p><script>alert(1)</script>]]></content:encoded>
            <author>ann@example.com (Ann)</author>
            <category>One</category><category domain="x">Two</category><category/>
            <pubDate>Sat, 07 Sep 2002 02:00:01 +0200</pubDate>
          </item>
        </channel>
      </rss>`;

    expect(await entriesOf(xml)).toEqual([
      {
        id: "tag:1",
        link: "https://news.example.com/articles/1",
        title: "Tom & Ann – new",
        text: "Long text",
        content: "<p>Long <i>text</i></p><script>alert(1)</script>",
        summary: "Short <b>text</b>",
        author: "ann@example.com (Ann)",
        categories: ["One", "Two"],
        published: "2002-09-07T00:00:01.000Z",
        updated: null,
      },
    ]);
  });

  test("may leave out everything; then the link stands in for the guid", async () => {
    const items = `<item/><item><link>https://a.example/1</link><description>Text</description></item>
      <item><dc:creator>Ben</dc:creator><dc:date>2026-01-02</dc:date><pubDate>soon</pubDate></item>`;

    expect(await entriesOf(rss(items))).toEqual([
      nothing,
      { ...nothing, id: "https://a.example/1", link: "https://a.example/1", text: "Text", summary: "Text" },
      { ...nothing, author: "Ben" },
    ]);
  });

  test("of version 1.0 is read as well", async () => {
    const xml = `<rdf:RDF xmlns:rdf="x"><channel/><item rdf:about="1"><title>One</title><link>https://a.example/1</link></item></rdf:RDF>`;

    expect((await entriesOf(xml)).map(({ id, title }) => [id, title])).toEqual([["https://a.example/1", "One"]]);
  });
});

describe("An Atom feed", () => {
  test("is read with everything that an entry has", async () => {
    const entry = `<entry>
      <id>urn:uuid:1</id>
      <title type="html">A &amp;amp; &lt;em&gt;B&lt;/em&gt;</title>
      <link rel="edit" href="/edit/1"/><link href="/articles/1"/><link rel="enclosure" href="/1.mp3"/>
      <summary>1 &lt; 2</summary>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One &lt;b&gt;</p><p>Two &amp;amp;</p></div></content>
      <author><name>Ann &amp; Co</name><email>ann@example.com</email></author>
      <category term="one"/><category term="two" label="Two"/><category/>
      <published>2026-01-02T03:04:05+01:00</published><updated>2026-02-02T00:00:00Z</updated>
    </entry>`;

    expect(await entriesOf(atom(entry))).toEqual([
      {
        id: "urn:uuid:1",
        link: "https://news.example.com/articles/1",
        title: "A & B",
        text: "One <b>\n\nTwo &amp;",
        content: "<div><p>One &lt;b></p><p>Two &amp;amp;</p></div>",
        summary: "1 < 2",
        author: "Ann & Co",
        categories: ["one", "two"],
        published: "2026-01-02T02:04:05.000Z",
        updated: "2026-02-02T00:00:00.000Z",
      },
    ]);
  });

  test("may leave out everything, and have a prefix", async () => {
    const xml = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:id>1</a:id><a:title>One</a:title></a:entry><a:entry/></a:feed>`;

    expect(await entriesOf(xml)).toEqual([{ ...nothing, id: "1", title: "One" }, nothing]);
  });

  test("has a text that says what it is", async () => {
    const entries = ["text", "html", "xhtml"].map(
      (type) => `<entry><content type="${type}">&lt;p&gt;x&lt;/p&gt;</content></entry>`,
    );

    expect((await entriesOf(atom(entries.join("")))).map(({ text }) => text)).toEqual(["<p>x</p>", "x", "x"]);
  });
});

describe("Links of a feed", () => {
  test.for(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "http://["])(
    "that are %s are left out",
    async (link) => {
      expect((await entriesOf(rss(`<item><link>${link}</link></item>`)))[0]?.link).toBeNull();
      expect((await entriesOf(atom(`<entry><link href="${link}"/></entry>`)))[0]?.link).toBeNull();
    },
  );
});

describe("A document that is no feed, or means harm", () => {
  test.for([
    ["", "This is neither an RSS nor an Atom feed."],
    ["<html><body>Not found</body></html>", "This is neither an RSS nor an Atom feed."],
    ['{"json": true}', "This is neither an RSS nor an Atom feed."],
    ["<rss><channel><item><title>One</title></item>", "The feed is cut off: its end is missing."],
    ["<feed><entry><title>One</title></entry><entry><tit", "The feed is cut off: its end is missing."],
    [`<feed>${"<a>".repeat(300)}`, "The feed is nested deeper than 200 levels."],
  ] as const)("%j is refused", async ([xml, message]) => {
    await expect(entriesOf(xml)).rejects.toThrow(message);
  });

  test("entities that it declares itself are never filled in, and nothing is fetched or read", async () => {
    site = await startLocalSite((_, response) => response.end("fetched"));
    const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
    const xml = `<?xml version="1.0"?>
      <!DOCTYPE rss [
        <!ENTITY e0 "lol">${levels.join("")}
        <!ENTITY file SYSTEM "file:///etc/passwd">
        <!ENTITY % remote SYSTEM "${site.url}/evil.dtd"> %remote;
      ]>
      <rss><channel><item><title>&e9;</title><description>&file; &remote; %remote;</description></item></channel></rss>`;

    const [entry] = await entriesOf(xml);

    expect(entry).toMatchObject({ title: "&e9;", summary: "&file; &remote; %remote;" });
    expect(site.requests).toEqual([]);
  });

  test("neither attributes nor names reach into the program", async () => {
    const entry = `<entry><__proto__ isAdmin="true">x</__proto__><constructor/><link __proto__="x" href="/1"/></entry>`;

    expect((await entriesOf(atom(entry)))[0]).toMatchObject({ link: "https://news.example.com/1" });
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  });

  test.for([
    ["elements", rss("<item><a>x</a></item>".repeat(50_000))],
    ["attributes", rss(`<item ${Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(" ")}/>`)],
    ["wrong ends", rss("</item></a>".repeat(150_000))],
    ["text", rss(`<item><title>${"&amp;".repeat(200_000)}</title></item>`)],
    ["comments", rss("<!-- x -->".repeat(150_000))],
  ] as const)("a megabyte and more of %s is read in no time", async ([, xml]) => {
    const startedAt = performance.now();

    await entriesOf(xml);

    expect(performance.now() - startedAt).toBeLessThan(8000);
  });
});

describe("The character set of a feed", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><rss>grün</rss>`;
  test.for([
    ["its first bytes", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(declared("utf-16"), "utf16le")]), null],
    [
      "its first bytes",
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(declared("utf-16"), "utf16le").swap16()]),
      null,
    ],
    ["the header", Buffer.from("<rss>grün</rss>", "latin1"), "text/xml; charset=ISO-8859-1"],
    ["the document", Buffer.from(declared("windows-1252"), "latin1"), "text/xml"],
    ["nobody: then it is UTF-8", Buffer.from("\ufeff<rss>grün</rss>"), null],
  ] as const)("is named by %s", ([, body, type]) => {
    expect(decodeXml(body, type)).toMatch(/^(<\?xml[^>]*\?>)?<rss>grün<\/rss>$/);
  });

  test("that nobody knows is an error", () => {
    expect(() => decodeXml(Buffer.from(declared("klingon")), null)).toThrow(
      "The feed is in an unknown character set: klingon.",
    );
  });
});

describe("A feed source", () => {
  const feed = rss(`<item><guid>1</guid><title>One</title><description>&lt;p&gt;First&lt;/p&gt;</description></item>
    <item><guid>2</guid><description>${"Long ".repeat(50)}</description></item><item><title>No id</title></item>`);

  test("brings external_id, title and body when nobody says otherwise", async () => {
    site = await startLocalSite((_, response) =>
      response.writeHead(200, { "content-type": "application/rss+xml" }).end(feed),
    );

    const { items, error } = await bring(feedSource({ id: "feed", url: site.url, allow: ["127.0.0.1"] }));

    expect(error).toBeUndefined();
    expect(items).toEqual([
      { external_id: "1", title: "One", body: "First" },
      { external_id: "2", title: "Long ".repeat(16), body: "Long ".repeat(50).trim() },
      { title: "No id", body: "" },
    ]);
    expect(site.requests[0]?.headers.accept).toContain("application/rss+xml");
  });

  test("brings what its map makes of an entry", async () => {
    site = await startLocalSite((_, response) => response.end(feed));
    const source = feedSource({
      id: "feed",
      url: site.url,
      allow: ["127.0.0.1"],
      map: ({ id, title }) => {
        if (id === "2") throw new Error("too long");
        return id === null ? null : { name: title };
      },
    });

    const { items, error } = await bring(source);

    expect(items).toEqual([{ external_id: "1", name: "One" }]);
    expect(error).toBe("Not everything can be used: 2: too long.");
  });

  test("refuses what is inside, and what is too large", async () => {
    site = await startLocalSite((_, response) => response.end(feed));

    expect((await bring(feedSource({ id: "feed", url: site.url }))).error).toMatch(/has no public address/);
    expect((await bring(feedSource({ id: "feed", url: site.url, allow: ["127.0.0.1"], maxBytes: 50 }))).error).toMatch(
      /is larger than 50 bytes/,
    );
    expect(feedSource({ id: "feed", url: "news.example.com" }).faults).toEqual([
      "url must be an address that begins with http:// or https://",
    ]);
  });
});
