import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { describe, expect, test } from "vitest";
import helpdesk from "../../../../examples/helpdesk/platform.config.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { buildSchema } from "../../src/graphql/build-schema.ts";
import { PlatformQueues } from "../../src/queues/queue-registry.ts";

describe("The schema of the helpdesk example", () => {
  const schema = buildSchema(checkDefinitions(helpdesk, PlatformQueues.list.keys()));

  test("is the one that was agreed on", async () => {
    const sdl = printSchema(lexicographicSortSchema(schema));

    // After a change on purpose: vitest run --project unit example-schema --update, and read the difference.
    await expect(`${sdl}\n`).toMatchFileSnapshot("generated/helpdesk.schema.graphql");
  });

  test("describes every type, field, argument, input field and enum value", () => {
    const undescribed = describedParts(schema).filter(({ description }) => !description?.trim());

    expect(undescribed.map(({ name }) => name)).toEqual([]);
  });
});

interface Part {
  readonly name: string;
  readonly description: string | null | undefined;
}

/** Everything in the schema that can have a description, by its path. */
function describedParts(schema: GraphQLSchema): readonly Part[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  return types.flatMap((type) => [{ name: type.name, description: type.description }, ...membersOf(type)]);
}

function membersOf(type: GraphQLNamedType): readonly Part[] {
  const path = (...names: readonly string[]) => [type.name, ...names].join(".");
  if (isEnumType(type)) {
    return type.getValues().map(({ name, description }) => ({ name: path(name), description }));
  }
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map(({ name, description }) => ({ name: path(name), description }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    { name: path(field.name), description: field.description },
    ...field.args.map(({ name, description }) => ({ name: path(field.name, name), description })),
  ]);
}
