import { expect, test } from "vitest";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { relationNames } from "../../src/definitions/relation-names.ts";
import { tableModels } from "../../src/storage/tables/table-model.ts";
import { library } from "../support/library.ts";

test("every table and index that is made has a name that was checked for clashes", () => {
  const { resources } = checkDefinitions(library());

  const checked = resources.flatMap(relationNames).map(({ name }) => name);

  const tables = tableModels({ resources }).filter(({ name }) => !name.startsWith("platform_"));
  const made = tables.flatMap(({ name, indexes }) => [name, `${name}_pkey`, ...indexes.map((index) => index.name)]);
  expect(checked.toSorted()).toEqual(made.toSorted());
});
