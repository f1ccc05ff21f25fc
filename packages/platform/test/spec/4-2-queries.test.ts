import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

describe.skipIf(isMissing)("4.2 Queries generated per context", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
  });
  afterAll(() => platform.close());

  test("a book is found by its id", async () => {
    const created = await platform.data<{ booksCreateOne: { item: { id: string } } }>(
      `mutation { booksCreateOne(input: { title: "Emma", state: IN_REPAIR }) { item { id } } }`,
    );

    const found = await platform.data(`query ($id: ID!) { booksById(id: $id) { title state lent } }`, {
      id: created.booksCreateOne.item.id,
    });

    expect(found).toEqual({ booksById: { title: "Emma", state: "IN_REPAIR", lent: false } });
  });
});
