import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { createCaller } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { wordModel } from "../support/word-model.ts";

interface Field {
  readonly name: string;
  readonly enumValues: readonly { readonly name: string; readonly value: string }[] | null;
}

const document = `{
  contexts {
    id name description rbac defaultRightsMode titleField
    fields {
      name type description required unique calculated sortable operators default allowedFileTypes
      enumValues { name value }
    }
  }
}`;

describe.skipIf(isMissing)("The contexts of a deployment", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());

  const contexts = async () =>
    (await platform.data<{ contexts: readonly { readonly fields: readonly Field[] }[] }>(document)).contexts;

  test("are described as they were declared, in their order", async () => {
    const [books, readers, ...others] = await contexts();

    expect(others).toEqual([]);
    expect(books).toMatchObject({
      id: "books",
      name: "Books",
      description: "What the library holds.",
      rbac: true,
      defaultRightsMode: "private",
      titleField: "title",
    });
    expect(readers).toMatchObject({ id: "readers", name: "readers", rbac: false, titleField: "name" });
  });

  test("tell everything about a field that a form and a filter need", async () => {
    const fields = (await contexts())[0]?.fields ?? [];

    expect(fields.map(({ name }) => name)).toEqual([
      ...["title", "summary", "isbn", "pages", "lent", "published", "details", "state", "scan", "word_count"],
      ...["external_id", "id", "createdAt", "updatedAt"],
    ]);
    expect(fields.find(({ name }) => name === "state")).toEqual({
      name: "state",
      type: "enum",
      description: "The enum field state.",
      required: false,
      unique: false,
      calculated: false,
      sortable: true,
      operators: ["eq", "ne", "in"],
      default: null,
      allowedFileTypes: null,
      enumValues: [
        { name: "NEW", value: "new" },
        { name: "IN_REPAIR", value: "in-repair" },
        { name: "WORN_OUT", value: "worn out" },
      ],
    });
    expect(fields.find(({ name }) => name === "scan")).toMatchObject({ allowedFileTypes: ["pdf", "png"] });
    expect(fields.find(({ name }) => name === "lent")).toMatchObject({ default: false });
    expect(fields.find(({ name }) => name === "details")).toMatchObject({ sortable: false });
    expect(fields.find(({ name }) => name === "word_count")).toMatchObject({ calculated: true });
  });

  test("tell what works on their items: an embedder, sources and processors, and as which jobs", async () => {
    const press = new PlatformContext({
      id: "press",
      fields: [
        { name: "title", type: "text", required: true },
        { name: "words", type: "number", calculated: true },
        { name: "external_id", type: "string", unique: true },
      ],
      embedder: new PlatformEmbedder({ id: "words", name: "Words", model: wordModel() }),
      sources: [
        {
          id: "wire",
          name: "The wire",
          description: "News of the day.",
          config: {
            params: [
              { name: "since", type: "string", required: true, description: "From when on." },
              { name: "address", type: "string", required: true, default: "http://user:secret@wire.example" },
            ],
          },
          execute: () => [],
        },
      ],
      processors: [{ id: "count", config: { trigger: "always" }, execute: () => ({ words: 1 }) }],
    });
    const own = await startTestPlatform(new PlatformApp({ contexts: [press] }));

    const answer = await own.data(`{ contexts {
      search { embedder queue job calculateVectors maxRetrievalResults }
      sources { id name description queue job schedule timezone parameters { name description type required } }
      processors { id name description queue job trigger }
    } }`);
    await own.close();

    expect(answer).toEqual({
      contexts: [
        {
          search: {
            ...{ embedder: "Words", queue: null, job: "press.index" },
            ...{ calculateVectors: "always", maxRetrievalResults: 10 },
          },
          sources: [
            {
              ...{ id: "wire", name: "The wire", description: "News of the day.", queue: null, job: "press.wire" },
              ...{ schedule: null, timezone: null },
              parameters: [
                { name: "since", description: "From when on.", type: "string", required: true },
                { name: "address", description: null, type: "string", required: false },
              ],
            },
          ],
          processors: [
            { id: "count", name: "count", description: null, queue: null, job: "press.count", trigger: "always" },
          ],
        },
      ],
    });
  });

  test("can be known by every signed-in caller, like the schema itself, and by nobody else", async () => {
    const stranger = await createCaller(platform, { email: "stranger@example.com" });

    const known = await stranger.data<{ contexts: readonly object[] }>("{ contexts { id } }");
    const refused = await platform.as({}).error("{ contexts { id } }");

    expect(known.contexts).toEqual([{ id: "books" }, { id: "readers" }]);
    expect(refused.message).toBe("Invalid token");
  });
});
