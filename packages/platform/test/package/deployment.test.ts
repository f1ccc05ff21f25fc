import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, inject, test } from "vitest";
import { runCommand } from "../../../../scripts/services/run-command.ts";
import { dataOf } from "../faults/ask.ts";
import { cleanUp, internalSecret, newFolder, startServer } from "../faults/platform-process.ts";
import { nodes } from "./node-versions.ts";

const project = inject("projectFolder");
const program = join(project, "node_modules/@platform/server/bin/platform.js");
const config = join(project, "deployment/platform.config.ts");
await cp(new URL("./deployment/platform.config.ts", import.meta.url), config);

describe("A project that has installed the package", () => {
  afterEach(cleanUp);

  test("gets its types", async () => {
    const compilerOptions = { module: "nodenext", target: "es2024", strict: true, noEmit: true, skipLibCheck: true };
    const settings = { compilerOptions: { ...compilerOptions, types: ["node"] }, include: ["deployment"] };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(settings));

    const complaints = await runCommand(process.execPath, join(project, "node_modules/.bin/tsc"), "-p", project);

    expect(complaints).toBe("");
  });

  describe.for(nodes)("on Node $version", ({ node }) => {
    test.skipIf(node === undefined)("starts, keeps, finds by meaning, reads files, shows pages and stops", async () => {
      const environment = { PLATFORM_DATA_DIR: join(await newFolder(), "data") };
      const platform = await startServer("start", config, environment, { node: node ?? "", program, folder: project });

      const file = await upload(platform.url, "<h1>Recipe</h1><p>Pancakes need eggs.</p>");
      await dataOf(platform.url, create, { title: "Wi-Fi", body: "The hub does not join the wireless network." });
      await dataOf(platform.url, create, { title: "Kitchen", scan: file });
      const { notesVectorSearch } = await dataOf<Found>(platform.url, search);
      const { notesPagination } = await dataOf<Listed>(platform.url, list);
      const page = await fetch(platform.url, { headers: { accept: "text/html" } });
      platform.kill("SIGTERM");
      const { code, complaint } = await platform.ended;

      expect(notesVectorSearch.chunks[0]?.item_name).toBe("Wi-Fi");
      expect(notesPagination.items).toEqual([{ words: expect.stringContaining("Pancakes need eggs.") }]);
      expect({ status: page.status, html: await page.text() }).toEqual({
        status: 200,
        html: expect.stringContaining('<div id="root">'),
      });
      expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
    });
  });
});

const create = `mutation ($title: String!, $body: String, $scan: String) {
  notesCreateOne(input: { title: $title, body: $body, scan: $scan }) { item { id } }
}`;
const search = `{ notesVectorSearch(query: "no internet connection", method: cosineDistance) { chunks { item_name } } }`;
const list = `{ notesPagination(filters: [{ title: { eq: "Kitchen" } }]) { items { words } } }`;

interface Found {
  readonly notesVectorSearch: { readonly chunks: readonly { readonly item_name: string }[] };
}

interface Listed {
  readonly notesPagination: { readonly items: readonly { readonly words: string }[] };
}

async function upload(url: string, html: string): Promise<string> {
  const body = new FormData();
  body.append("file", new File([html], "recipe.html", { type: "text/html" }));
  const answer = await fetch(`${url}/files?context=notes&field=scan`, {
    method: "POST",
    headers: { internal: internalSecret },
    body,
  });
  const { file } = (await answer.json()) as { readonly file: string };
  return file;
}
