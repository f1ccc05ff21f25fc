import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { htmlToText } from "../../src/sources/html-to-text.ts";

const textOf = async (html: string) => (await htmlToText(html)).text;

describe("The words of a page", () => {
  test.for([
    ["", ""],
    ["just text", "just text"],
    ["<p>one</p><p>two</p>", "one\n\ntwo"],
    ["<div>one</div><div>two</div>", "one\ntwo"],
    ["one<br>two<br/><br/>three<br><br><br>four", "one\ntwo\n\nthree\n\nfour"],
    ["<b>bold</b><i>italic</i> <u>under</u>", "bolditalic under"],
    ["  a \n\t b  <b> c </b>  d ", "a b c d"],
    ["<ul><li>one<li>two</ul>after", "one\ntwo\n\nafter"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><th>c<th>d</table>", "a b\nc d"],
    ["<pre>  keep\n   this</pre>", "keep\n   this"],
    ["a<pre>  keep\n   this</pre>b", "a\n\n  keep\n   this\n\nb"],
    ["<h1>Title</h1>text<h2>Next</h2>more", "Title\n\ntext\n\nNext\n\nmore"],
    ["&lt;b&gt; &amp; &uuml; &#x1F600; &nbsp;&copy &unknown;", "<b> & ü 😀 © &unknown;"],
    ["<script>alert('x')</script>a<style>b{}</style>c", "ac"],
    ["<script>if (a < b) { '</p>' }</script>after", "after"],
    ["<SCRIPT>x</SCRIPT >after", "after"],
    ["<noscript><p>no</p></noscript><template><b>no</b></template><iframe>no</iframe>yes", "yes"],
    ["<svg><title>no</title><text>no</text></svg>yes", "yes"],
    ["<select><option>no</option></select>yes", "yes"],
    ["a<!-- <script>no</script> -->b<![CDATA[ c ]]>d<!DOCTYPE x>e", "abde"],
    ["<p>unclosed <b>tags <i>everywhere", "unclosed tags everywhere"],
    ["</p></div></b>stray", "stray"],
    ["<script>never closed <p>no", ""],
    ["<!-- never closed <p>no", ""],
    ["<a href=\"x>y\" title='<b>'>link</a>", "link"],
    ["1 < 2 and 3 > 2 & 4", "1 < 2 and 3 > 2 & 4"],
  ] as const)("%j become %j", async ([html, text]) => {
    expect(await textOf(html)).toBe(text);
  });

  test.for([
    ["<title> A \n page </title><h1>Other</h1>", "A page"],
    ["<h1>A <b>heading</b></h1><h1>Second</h1>", "A heading"],
    ["<title></title><h1>Heading</h1>", "Heading"],
    ["<title>One</title><title>Two</title>", "One"],
    ["<p>text</p>", undefined],
  ] as const)("%j is called %j", async ([html, title]) => {
    expect((await htmlToText(html)).title).toBe(title);
  });

  test("the title is not part of the text", async () => {
    expect(await textOf("<html><head><title>Title</title></head><body>Body</body></html>")).toBe("Body");
  });

  test.for([
    ["tags that are never closed", "<i>".repeat(700_000), /deeper than 500/],
    ["closing tags that match nothing", `${"<i>".repeat(499)}${"</b>".repeat(500_000)}`, undefined],
    ["comments in comments", "<!--".repeat(500_000), undefined],
    ["attributes without end", `<a b="${"x".repeat(2_000_000)}`, undefined],
    ["entities", "&amp".repeat(500_000), undefined],
    ["angle brackets", "<".repeat(2_000_000), undefined],
    ["scripts in scripts", "<script>".repeat(250_000), undefined],
    ["line breaks", "<br>".repeat(500_000), undefined],
    ["spaces", " ".repeat(2_000_000), undefined],
  ] as const)(
    "two megabytes of %s take no minutes, and let other work go on",
    { timeout: 60_000 },
    async ([, html, error]) => {
      const startedAt = performance.now();
      let turns = 0;
      let isDone = false;
      const others = (async () => {
        while (!isDone) {
          turns += 1;
          await nextTurn();
        }
      })();

      const outcome = await htmlToText(html).then(
        () => undefined,
        ({ message }: Error) => message,
      );
      isDone = true;
      await others;

      if (error) expect(outcome).toMatch(error);
      else expect(outcome).toBeUndefined();
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      if (!error) expect(turns).toBeGreaterThan(20);
    },
  );

  test("reading stops with the signal", async () => {
    const stop = new AbortController();
    const reading = htmlToText("<p>text</p>".repeat(500_000), stop.signal);

    stop.abort(new Error("enough"));

    await expect(reading).rejects.toThrow("enough");
  });
});
