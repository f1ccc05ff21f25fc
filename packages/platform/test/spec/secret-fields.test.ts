import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { told } from "../support/checksum.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const badInput = "BAD_USER_INPUT";

describe.skipIf(isMissing)("Threats 2 and 3: secret fields", () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    await platform.data(
      `mutation { usersCreateOne(input: { email: "a@b.c", password: "correct horse" }) { item { id } } }`,
    );
    await platform.data(`mutation { variablesCreateOne(input: { name: "KEY", value: "sesame" }) { item { id } } }`);
  });
  afterAll(() => platform.close());
  beforeEach(() => platform.forget());

  test.for([
    {
      plural: "users",
      field: "password",
      allowed: "email, name, image, emailVerified, type, role, super_admin, status",
    },
    { plural: "variables", field: "value", allowed: "name, encrypted, description" },
  ])("$plural can be neither grouped nor sorted by $field", async ({ plural, field, allowed }) => {
    const errors = [
      await platform.error(`{ ${plural}Statistics(groupBy: "${field}") { group count } }`),
      await platform.error(`{ ${plural}Pagination(sort: { field: "${field}" }) { items { id } } }`),
    ];

    const fields = `Fields are: id, createdAt, updatedAt, ${allowed}.`;
    expect(errors.map(told)).toEqual([
      { message: `"${field}" is not a field to group by. ${fields}`, code: badInput },
      { message: `"${field}" is not a field to sort by. ${fields}`, code: badInput },
    ]);
    expect(platform.statements).toEqual([]);
  });

  test.for([
    { plural: "users", field: "password", Filter: "FilterUsers" },
    { plural: "variables", field: "value", Filter: "FilterVariables" },
  ])(
    "$plural can be neither filtered by $field nor asked for it, whatever the alias",
    async ({ plural, field, Filter }) => {
      const errors = [
        await platform.error(`{ ${plural}Pagination(filters: [{ ${field}: { contains: "a" } }]) { items { id } } }`),
        await platform.error(`mutation { ${plural}RemoveOne(where: { ${field}: { contains: "a" } }) { id } }`),
        await platform.error(`{ ${plural}Pagination { items { name: ${field} } } }`),
        await platform.error(`mutation { ${plural}RemoveOne(where: {}) { name: ${field} } }`),
      ];

      expect(errors.map(told)).toEqual([
        { message: expect.stringContaining(`Field "${field}" is not defined by type "${Filter}"`), code: badInput },
        { message: expect.stringContaining(`Field "${field}" is not defined by type "${Filter}"`), code: badInput },
        { message: expect.stringContaining(`Cannot query field "${field}" on type "${plural}"`), code: badInput },
        { message: expect.stringContaining(`Cannot query field "${field}" on type "${plural}"`), code: badInput },
      ]);
      expect(platform.statements).toEqual([]);
    },
  );
});
