import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderSource } from "../../src/sources/folder/folder-source.ts";
import type { FolderFile, FolderOptions } from "../../src/sources/folder/read-folder.ts";
import { bring } from "../support/run-source.ts";

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "platform-folder-"));
  folder = join(base, "articles");
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** What the source finds, as its map sees it. */
async function found(options: Partial<FolderOptions> = {}) {
  const { items, error } = await bring(folderSource({ id: "files", folder, ...options, map: (file) => ({ file }) }));
  return { files: items.map((item) => (item as { file: FolderFile }).file), error };
}

describe("A folder source", () => {
  test("finds files wherever they are, in the order of their names, and passes over what begins with a point", async () => {
    for (const path of ["b.md", "a/z.txt", "a/b/c.md", "B.md", ".hidden.md", ".git/x.md", "a/.x/y.md", "photo.png"]) {
      await write(path, "text");
    }

    const { files } = await found();

    expect(files.map(({ path }) => path)).toEqual(["B.md", "a/b/c.md", "a/z.txt", "b.md"]);
  });

  test("finds what it is told to include; an unknown ending is text", async () => {
    for (const path of ["a.md", "docs/b.md", "docs/deep/c.rst", "d.rst"]) await write(path, path);

    expect((await found({ include: ["docs/*.md", "**/*.rst"] })).files.map(({ path, text }) => [path, text])).toEqual([
      ["d.rst", "d.rst"],
      ["docs/b.md", "docs/b.md"],
      ["docs/deep/c.rst", "docs/deep/c.rst"],
    ]);
  });

  test("gives a file its path as external id, unless the map gives one; nothing leaves it out", async () => {
    await write("a.md", "A");
    await write("b.md", "B");
    await write("c.md", "C");
    const source = folderSource({
      id: "files",
      folder: pathToFileURL(`${folder}/`),
      map: ({ name, text }) => {
        if (name === "c") return null;
        return name === "b" ? { external_id: "mine", body: text } : { body: text };
      },
    });

    expect(await bring(source)).toEqual({
      items: [
        { external_id: "a.md", body: "A" },
        { external_id: "mine", body: "B" },
      ],
      error: undefined,
    });
  });

  test("reads Markdown, with its front matter as fields", async () => {
    await write(
      "guides/first-steps.md",
      `---\ntitle: First steps\ntags: [a, b]\nreviewed: 2026-01-02\nrank: 3\n---\n\n# Heading\n\nBody.\n`,
    );
    await utimes(join(folder, "guides/first-steps.md"), 0, new Date("2026-05-01T10:00:00Z"));

    expect((await found()).files).toEqual([
      {
        path: "guides/first-steps.md",
        name: "first-steps",
        externalId: "guides/first-steps.md",
        title: "First steps",
        text: "# Heading\n\nBody.",
        fields: { title: "First steps", tags: ["a", "b"], reviewed: "2026-01-02", rank: 3 },
        modified: "2026-05-01T10:00:00.000Z",
      },
    ]);
  });

  test.for([
    ["# A heading #\n\ntext", "A heading"],
    ["\n\n#  Spaced  \ntext", "Spaced"],
    ["text\n\n# Later", "file"],
    ["## Second level", "file"],
    ["#hashtag", "file"],
    ["---\ntitle: 7\n---\ntext", "file"],
    ["---\r\ntitle: Windows\r\n---\r\ntext", "Windows"],
  ] as const)("takes the title of %j from the front matter, the first line, or the name", async ([content, title]) => {
    await write("file.md", content);

    expect((await found()).files.map((file) => file.title)).toEqual([title]);
  });

  test.for([
    ["---\nno end of it", {}, "---\nno end of it"],
    ["---\n---\ntext", {}, "text"],
    ["---\n# a comment\n---\ntext", {}, "text"],
    ["----\na: 1\n----\n", {}, "----\na: 1\n----"],
    [" ---\na: 1\n---\n", {}, "---\na: 1\n---"],
    ["---\na: 1\n--- \ntext --- more", { a: 1 }, "text --- more"],
    ['---\n"__proto__": { isAdmin: true }\n---\n', JSON.parse('{"__proto__":{"isAdmin":true}}'), ""],
  ] as const)("reads %j as front matter %j and text %j", async ([content, fields, text]) => {
    await write("file.md", content);

    const { files, error } = await found();

    expect({ files: files.map((file) => [file.fields, file.text]), error }).toEqual({
      files: [[fields, text]],
      error: undefined,
    });
    expect(Reflect.get({}, "isAdmin")).toBeUndefined();
  });

  test("reads HTML as its words", async () => {
    await write("a.html", "<title>A page</title><style>p{}</style><p>Hello <b>world</b></p><script>alert(1)</script>");

    expect((await found()).files[0]).toMatchObject({ title: "A page", text: "Hello world", fields: {} });
  });

  test("reads JSON: a list as records, anything else as one", async () => {
    await write("list.json", '[{ "title": "One", "n": 1 }, { "name": "Two" }, "three", null, [5]]');
    await write("one.json", '{ "name": "Ann" }');
    await write("number.json", "7");

    expect(
      (await found()).files.map(({ externalId, title, text, fields }) => [externalId, title, text, fields]),
    ).toEqual([
      ["list.json#1", "One", '{"title":"One","n":1}', { title: "One", n: 1 }],
      ["list.json#2", "Two", '{"name":"Two"}', { name: "Two" }],
      ["list.json#3", "list", "three", { value: "three" }],
      ["list.json#4", "list", "null", { value: null }],
      ["list.json#5", "list", "[5]", { value: [5] }],
      ["number.json", "number", "7", { value: 7 }],
      ["one.json", "Ann", '{"name":"Ann"}', { name: "Ann" }],
    ]);
  });

  test("reads JSON lines, and passes over empty ones", async () => {
    await write("a.jsonl", '{"n":1}\n\n{"n":2}\r\n');
    await write("b.ndjson", '{"n":3}');

    expect((await found()).files.map(({ externalId, fields }) => [externalId, fields])).toEqual([
      ["a.jsonl#1", { n: 1 }],
      ["a.jsonl#3", { n: 2 }],
      ["b.ndjson#1", { n: 3 }],
    ]);
  });

  test("reads CSV, by the names in its first line", async () => {
    await write("people.csv", '\ufeffname;note\r\nAnn;"a; ""b"""\r\n');

    expect((await found({ delimiter: ";" })).files[0]).toMatchObject({
      externalId: "people.csv#1",
      title: "Ann",
      fields: { name: "Ann", note: 'a; "b"' },
    });
  });

  test("tells records apart by their key, when it is told which", async () => {
    await write("a.csv", "sku,name\nX-1,One\nX-2,Two\n");
    await write("b.json", '[{ "sku": 7 }]');
    await write("c.json", '{ "sku": "ignored" }');
    await write("d.json", '[{ "sku": "X-9" }, { "name": "keyless" }]');

    const { files, error } = await found({ recordKey: "sku" });

    expect(files.map(({ externalId }) => externalId)).toEqual([
      "a.csv#X-1",
      "a.csv#X-2",
      "b.json#7",
      "c.json",
      "d.json#X-9",
    ]);
    expect(error).toBe('Not everything can be used: d.json: record 2 has no "sku".');
  });

  test("hands the run to the map", async () => {
    await write("a.txt", "text");
    const source = folderSource({ id: "files", folder, map: (_, { inputs }) => ({ note: inputs.note }) });

    expect((await bring(source, { inputs: { note: "hello" } })).items).toEqual([
      { external_id: "a.txt", note: "hello" },
    ]);
  });

  test("holds one record of a long file at a time, and stops with the signal", async () => {
    await write(
      "long.csv",
      `n,text\n${Array.from({ length: 20_000 }, (_, n) => `${n},${"x".repeat(200)}`).join("\n")}\n`,
    );
    const stop = new AbortController();
    let count = 0;
    const source = folderSource({
      id: "files",
      folder,
      map: () => {
        count += 1;
        if (count === 5000) stop.abort(new Error("enough"));
        return {};
      },
    });

    expect((await bring(source, { signal: stop.signal })).error).toBe("enough");
    expect(count).toBe(5000);
  });
});

describe("A folder source that finds something wrong", () => {
  test("brings everything else, then fails and names each file", async () => {
    await write("a.md", "fine");
    await write("b.json", "{ broken");
    await write("c.md", "---\na: [\n---\n");
    await write("d.csv", "a,b\n1,2\n3\n");
    await write("e.jsonl", '{"n":1}\nbroken\n');
    await write("f.txt", Buffer.from([0x66, 0xff, 0xfe]));
    await write("g.md", "---\n- a\n- list\n---\n");
    await write("h.txt", "map fails");
    await write("z.md", "fine too");

    const { items, error } = await bring(
      folderSource({
        id: "files",
        folder,
        map: ({ path }) => {
          if (path === "h.txt") throw new Error("I don't like it");
          return { path };
        },
      }),
    );

    expect(items.map((item) => (item as { external_id: string }).external_id)).toEqual([
      "a.md",
      "d.csv#1",
      "e.jsonl#1",
      "z.md",
    ]);
    expect(error?.replace(/no YAML: [^;]*/, "no YAML: …")).toBe(
      "Not everything can be used: b.json: it is no JSON; c.md: its front matter is no YAML: …; " +
        "d.csv: line 3 has 1 fields, and the first line 2; e.jsonl: line 2 is no JSON; f.txt: it is not UTF-8; " +
        "g.md: its front matter is no list of fields; h.txt: I don't like it.",
    );
  });

  test("names twenty, and counts the others", async () => {
    for (let number = 10; number < 35; number++) await write(`${number}.json`, "broken");

    const { error } = await found();

    expect(error).toMatch(/^Not everything can be used: 10\.json: .*29\.json: it is no JSON; and 5 more\.$/);
  });

  test("takes files up to a size, and of record files each record", async () => {
    await write("a.txt", "x".repeat(1000));
    await write("b.txt", "x".repeat(1001));
    await write("c.txt", "ü".repeat(501));
    await write("d.csv", `a\n${"x".repeat(900)}\n${"x".repeat(900)}\n`);
    await write("e.csv", `a\n${"x".repeat(1100)}\n`);
    await write("f.jsonl", `"${"x".repeat(900)}"\n"${"x".repeat(900)}"\n`);
    await write("g.jsonl", `"${"x".repeat(200_000)}"`);

    const { files, error } = await found({ maxBytes: 1000 });

    expect(files.map(({ externalId }) => externalId)).toEqual([
      "a.txt",
      "d.csv#1",
      "d.csv#2",
      "f.jsonl#1",
      "f.jsonl#2",
    ]);
    expect(error).toBe(
      "Not everything can be used: b.txt: it is larger than 1000 bytes; c.txt: it is larger than 1000 bytes; " +
        "e.csv: the record on line 2 is too long; g.jsonl: a line is longer than 1000 characters.",
    );
  });

  test("does not unfold aliases of aliases in front matter", async () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const name = String.fromCharCode(98 + level);
      const previous = String.fromCharCode(97 + level);
      return `${name}: &${name} [${Array(9).fill(`*${previous}`).join(",")}]`;
    });
    await write("bomb.md", `---\na: &a ["lol"]\n${levels.join("\n")}\n---\n`);
    await write("long.md", `---\na: "${"x".repeat(70_000)}"\n---\n`);

    const { files, error } = await found();

    expect(files).toEqual([]);
    expect(error).toMatch(
      /^Not everything can be used: bomb\.md: its front matter is no YAML: .*alias.*; long\.md: its front matter is longer than 65536 characters\.$/,
    );
  });

  test("says so when there is no such folder", async () => {
    const { error } = await found({ folder: join(base, "missing") });

    expect(error).toBe("The folder can't be read (ENOENT).");
  });
});

describe("Links in a folder", () => {
  test("to files inside are followed; to folders, outside, nowhere and in circles they are not", async () => {
    await write("real.md", "inside");
    await write("sub/deep.md", "deep");
    await writeFile(join(base, "secret.md"), "secret");
    await mkdir(join(base, "articles-too"));
    await writeFile(join(base, "articles-too", "near.md"), "secret");
    const links = {
      "alias.md": "real.md",
      "to-deep.md": "sub/deep.md",
      "escape.md": "../secret.md",
      "absolute.md": join(base, "secret.md"),
      "near.md": "../articles-too/near.md",
      "sub/up.md": "../../secret.md",
      folder: "../articles-too",
      loop: ".",
      "sub/loop": "..",
      "nowhere.md": "missing.md",
      "circle.md": "circle.md",
      "passwd.txt": "/etc/passwd",
    };
    for (const [path, target] of Object.entries(links)) await symlink(target, join(folder, path));

    const { files, error } = await found();

    expect({ files: files.map(({ path, text }) => [path, text]), error }).toEqual({
      files: [
        ["alias.md", "inside"],
        ["real.md", "inside"],
        ["sub/deep.md", "deep"],
        ["to-deep.md", "deep"],
      ],
      error: undefined,
    });
  });

  test("may lead to the folder itself", async () => {
    await write("a.md", "inside");
    await symlink(folder, join(base, "link"));

    expect((await found({ folder: join(base, "link") })).files.map(({ path }) => path)).toEqual(["a.md"]);
  });

  test.skipIf(process.platform === "win32")("don't matter to pipes, which are never opened", async () => {
    execFileSync("mkfifo", [join(folder, "pipe.txt")]);
    await symlink("pipe.txt", join(folder, "to-pipe.txt"));
    await write("a.txt", "text");

    expect((await found()).files.map(({ path }) => path)).toEqual(["a.txt"]);
  });
});

describe("The definition of a folder source", () => {
  test.for([
    [{ folder: "./articles" }, 'folder must be an absolute path, or new URL("./folder/", import.meta.url)'],
    [
      { folder: new URL("https://example.com/") },
      'folder must be an absolute path, or new URL("./folder/", import.meta.url)',
    ],
    [{ folder: "/articles", include: "*.md" }, "include must be a list of patterns, like **/*.md"],
    [{ folder: "/articles", delimiter: ", " }, "delimiter must be one character"],
    [{ folder: "/articles", maxBytes: 0 }, "maxBytes must be more than 0"],
  ] as const)("with %j has a fault: %s", ([options, fault]) => {
    const source = folderSource({ id: "files", ...(options as FolderOptions), map: () => ({}) });

    expect(source.faults).toEqual([fault]);
  });
});
