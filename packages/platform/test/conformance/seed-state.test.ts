import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/foundation/ids.ts";
import { countSeeded, markSeeded } from "../../src/storage/seed-state.ts";
import { sql } from "../../src/storage/sql.ts";
import { internalTables } from "../../src/storage/tables/internal-tables.ts";
import { migrate } from "../../src/storage/tables/migrate.ts";
import { isMissing, openTestDatabase, type TestDatabase } from "../support/test-database.ts";

describe.skipIf(isMissing)("What the seed has written", () => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase();
    await migrate(opened.database, internalTables);
  });
  afterAll(() => opened?.discard());

  // More than once: the clock may show a whole number of milliseconds.
  test.for([1, 2, 3])("is counted, however exact the clock is, and only of the last run: run %d", async (count) => {
    const { database } = opened;

    await database.transaction(async () => {
      await markSeeded(database);
      for (let entry = 0; entry < count; entry++) {
        await database.query(sql`
          insert into platform_audit_log (id, action, resource, actor, fields)
          values (${newId()}::uuid, 'create', 'tickets', 'service', '{}')`);
      }
    });

    expect(await countSeeded(database)).toEqual([{ resource: "tickets", action: "create", count }]);
  });
});
