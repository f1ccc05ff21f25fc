import { GraphQLEnumType } from "graphql";
import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { enumValueName } from "../../src/definitions/enum-names.ts";
import { buildSchema } from "../../src/graphql/build-schema.ts";

describe("An enum value becomes an identifier", () => {
  test.for([
    ["open", "OPEN"],
    ["in-progress", "IN_PROGRESS"],
    ["in_progress", "IN_PROGRESS"],
    ["In Progress", "IN_PROGRESS"],
    ["a.b/c:d", "A_B_C_D"],
    ["2nd", "_2ND"],
    ["42", "_42"],
    ["_private", "_PRIVATE"],
    ["v1.0-beta", "V1_0_BETA"],
    ["true", "TRUE"],
    ["null", "NULL"],
    ["straße", "STRASSE"],
    ["café", "CAF_"],
    ["ключ a", "_____A"],
    ["a'; drop table x; --", "A___DROP_TABLE_X____"],
  ] as const)("%j becomes %s", ([value, name]) => {
    expect(enumValueName(value)).toBe(name);
  });
});

describe("The enum types of contexts with a field of the same name", () => {
  test("are one and the same when the values are", () => {
    const { enums, schema, warnings } = built(notes("a", "open", "closed"), notes("b", "open", "closed"));

    expect(names(enums)).toEqual({ "a.state": "stateEnum", "b.state": "stateEnum" });
    expect(valuesOf(schema, "stateEnum")).toEqual({ OPEN: "open", CLOSED: "closed" });
    expect(warnings).toEqual([]);
  });

  test("are two when the values differ: the later one gets a name of its own, and a warning says so", () => {
    const { enums, schema, warnings } = built(
      notes("a", "open"),
      notes("b", "new"),
      notes("c", "open"),
      notes("d", "new"),
    );

    expect(names(enums)).toEqual({
      "a.state": "stateEnum",
      "b.state": "b_stateEnum",
      "c.state": "stateEnum",
      "d.state": "d_stateEnum",
    });
    expect(valuesOf(schema, "stateEnum")).toEqual({ OPEN: "open" });
    expect(valuesOf(schema, "b_stateEnum")).toEqual({ NEW: "new" });
    expect(schema.getType("FilterOperatorb_stateEnum")).toBeDefined();
    expect(warnings).toEqual([
      "The enum field b.state has other values than a.state, so its type is named b_stateEnum instead of stateEnum.",
      "The enum field d.state has other values than a.state, so its type is named d_stateEnum instead of stateEnum.",
    ]);
  });

  test("differ when the same values come in another order", () => {
    const { enums } = built(notes("a", "x", "y"), notes("b", "y", "x"));

    expect(names(enums)).toEqual({ "a.state": "stateEnum", "b.state": "b_stateEnum" });
  });

  test("never take the place of a core type's", () => {
    const field = { name: "users_status", type: "enum", enumValues: ["here", "gone"] } as const;

    const { enums, schema, warnings } = built(new PlatformContext({ id: "desks", fields: [field] }));

    expect(names(enums)).toEqual({ "desks.users_status": "desks_users_statusEnum" });
    expect(valuesOf(schema, "users_statusEnum")).toEqual({ ACTIVE: "active", SUSPENDED: "suspended" });
    expect(valuesOf(schema, "desks_users_statusEnum")).toEqual({ HERE: "here", GONE: "gone" });
    expect(warnings).toEqual([
      "The enum field desks.users_status has other values than users.status, so its type is named desks_users_statusEnum instead of users_statusEnum.",
    ]);
  });
});

function notes(id: string, ...enumValues: string[]): PlatformContext {
  return new PlatformContext({ id, fields: [{ name: "state", type: "enum", enumValues }] });
}

function built(...contexts: readonly PlatformContext[]) {
  const definitions = checkDefinitions(new PlatformApp({ contexts }));
  return { ...definitions, schema: buildSchema(definitions) };
}

/** The type names of the contexts' enum fields. */
function names({ byField }: ReturnType<typeof built>["enums"]): Record<string, string> {
  const isCore = (field: string) => /^(users|roles|eval_runs)\./.test(field);
  return Object.fromEntries([...byField].filter(([field]) => !isCore(field)));
}

function valuesOf(schema: ReturnType<typeof built>["schema"], name: string): Record<string, unknown> {
  const type = schema.getType(name);
  if (!(type instanceof GraphQLEnumType)) throw new Error(`${name} is no enum type.`);
  return Object.fromEntries(type.getValues().map((value) => [value.name, value.value]));
}
