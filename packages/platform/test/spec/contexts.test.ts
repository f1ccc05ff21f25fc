import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCaller } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

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

  test("can be known by every signed-in caller, like the schema itself, and by nobody else", async () => {
    const stranger = await createCaller(platform, { email: "stranger@example.com" });

    const known = await stranger.data<{ contexts: readonly object[] }>("{ contexts { id } }");
    const refused = await platform.as({}).error("{ contexts { id } }");

    expect(known.contexts).toEqual([{ id: "books" }, { id: "readers" }]);
    expect(refused.message).toBe("Invalid token");
  });
});
