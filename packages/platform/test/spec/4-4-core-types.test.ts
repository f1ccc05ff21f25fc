import {
  buildClientSchema,
  type GraphQLInputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { name, sql } from "../../src/storage/sql.ts";
import { createRole } from "../support/callers.ts";
import { library } from "../support/library.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** The fourteen fixed names, what `ById`, `ByIds` and `One` are named after, and the names made with a capital letter. */
const coreTypes = [
  { type: "agents", singular: "agent", capital: "Agents" },
  { type: "users", singular: "user", capital: "Users" },
  { type: "roles", singular: "role", capital: "Roles" },
  { type: "agent_sessions", singular: "agent_session", capital: "Agent_sessions" },
  { type: "agent_messages", singular: "agent_message", capital: "Agent_messages" },
  { type: "test_cases", singular: "test_case", capital: "Test_cases" },
  { type: "eval_sets", singular: "eval_set", capital: "Eval_sets" },
  { type: "eval_runs", singular: "eval_run", capital: "Eval_runs" },
  { type: "workflow_templates", singular: "workflow_template", capital: "Workflow_templates" },
  { type: "statistics", singular: "statistic", capital: "Statistics" },
  { type: "variables", singular: "variable", capital: "Variables" },
  { type: "projects", singular: "project", capital: "Projects" },
  { type: "prompt_library", singular: "prompt_library_item", capital: "Prompt_library" },
  { type: "prompt_favorites", singular: "prompt_favorite", capital: "Prompt_favorites" },
];

let roleId = "";

/** Values that a text of the platform's own choosing would not do for. */
const special: Readonly<Record<string, (round: string) => unknown>> = {
  "users.email": (round) => `someone-${round}@example.com`,
  "variables.encrypted": () => true,
  "users.role": () => roleId,
  "users.password": (round) => `a long password of the ${round}`,
  "workflow_templates.schedule": () => "0 6 * * *",
  "workflow_templates.steps_json": (round) => [{ prompt: `A step of the ${round}` }],
};

const secrets = [
  { type: "users", field: "password", singular: "user", isKept: /^scrypt\$/ },
  { type: "variables", field: "value", singular: "variable", isKept: /^v1\./ },
];

describe.skipIf(isMissing)("4.4 Core operations: all core resources support create, read, update and delete", () => {
  let platform: TestPlatform;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    platform = await startTestPlatform(library());
    roleId = await createRole(platform, "member", {});
    schema = buildClientSchema(await platform.data<IntrospectionQuery>(getIntrospectionQuery()));
  });
  afterAll(() => platform.close());

  /** A valid value of every field of an input type. */
  const fullInput = (type: string, round: string): Record<string, unknown> => {
    const input = schema.getType(`${type}Input`);
    if (!isInputObjectType(input)) throw new Error(`${type} has no input type.`);
    const fields = Object.values(input.getFields());
    return Object.fromEntries(
      fields.map((field) => {
        const chosen = special[`${type}.${field.name}`];
        return [field.name, chosen ? chosen(round) : exampleOf(field.type, `${field.name} of the ${round}`)];
      }),
    );
  };

  /** Every field of a type, to be selected. */
  const selection = (type: string): string => {
    const object = schema.getType(type);
    if (!isObjectType(object)) throw new Error(`${type} is no object type.`);
    const fields = Object.values(object.getFields()).map((field) => ({ ...field, named: getNamedType(field.type) }));
    return fields
      .map(({ name, named }) => (isObjectType(named) ? `${name} { ${selection(named.name)} }` : name))
      .join(" ");
  };

  /** What an item shows of the input that made it. */
  const shown = (type: string, { RBAC, ...input }: Record<string, unknown>): Record<string, unknown> => {
    const hidden = secrets.filter((secret) => secret.type === type).map(({ field }) => field);
    const visible = Object.entries(input).filter(([field]) => !hidden.includes(field));
    return {
      ...Object.fromEntries(visible),
      ...(RBAC !== undefined && { RBAC: { type: "public", users: [], roles: [] } }),
    };
  };

  describe.each(coreTypes)("$type", ({ type, singular, capital }) => {
    test("has the names of every core type", () => {
      const names = Object.keys(schema.getTypeMap());
      const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
      const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

      expect(names).toEqual(
        expect.arrayContaining([
          type,
          `${type}Input`,
          `Filter${capital}`,
          `${capital}PaginationResult`,
          `${type}MutationPayload`,
        ]),
      );
      expect(queries).toEqual(
        expect.arrayContaining([
          `${singular}ById`,
          `${singular}ByIds`,
          `${singular}One`,
          `${type}Pagination`,
          `${type}Statistics`,
        ]),
      );
      expect(mutations).toEqual(
        expect.arrayContaining([
          `${type}CreateOne`,
          `${type}CopyOneById`,
          `${type}UpdateOne`,
          `${type}UpdateOneById`,
          `${type}RemoveOne`,
          `${type}RemoveOneById`,
        ]),
      );
    });

    const createItem = async (input: object): Promise<Item> => {
      const { created } = await platform.data<{ created: { item: Item } }>(
        `mutation ($input: ${type}Input!) { created: ${type}CreateOne(input: $input) { item { ${selection(type)} } } }`,
        { input },
      );
      return created.item;
    };

    test("is created with every field that its input has", async () => {
      const input = fullInput(type, "first");

      const item = await createItem(input);

      expect(item).toMatchObject(shown(type, input));
    });

    test("is read by its id, by its ids, by a filter, in a list and in statistics", async () => {
      const item = await createItem(fullInput(type, "second"));
      const fields = selection(type);

      const found = await platform.data(
        `query ($id: ID!) {
          byId: ${singular}ById(id: $id) { ${fields} }
          byIds: ${singular}ByIds(ids: [$id]) { ${fields} }
          one: ${singular}One(filters: [{ id: { eq: $id } }]) { ${fields} }
          page: ${type}Pagination(filters: [{ id: { eq: $id } }]) { items { ${fields} } pageInfo { itemCount } }
          statistics: ${type}Statistics(filters: [{ id: { eq: $id } }]) { group count }
        }`,
        { id: item.id },
      );

      expect(found).toEqual({
        byId: item,
        byIds: [item],
        one: item,
        page: { items: [item], pageInfo: { itemCount: 1 } },
        statistics: [{ group: "total", count: 1 }],
      });
    });

    test("is updated by its id and by a filter", async () => {
      const item = await createItem(fullInput(type, "third"));
      const [first, second] = [fullInput(type, "fourth"), fullInput(type, "fifth")];
      const fields = selection(type);

      const { byId, byFilter } = await platform.data<{ byId: { item: Item }; byFilter: { item: Item } }>(
        `mutation ($id: ID!, $first: ${type}Input!, $second: ${type}Input!) {
          byId: ${type}UpdateOneById(id: $id, input: $first) { item { ${fields} } }
          byFilter: ${type}UpdateOne(where: [{ id: { eq: $id } }], input: $second) { item { ${fields} } }
        }`,
        { id: item.id, first, second },
      );

      expect(byId.item).toEqual({ ...item, ...shown(type, first), updatedAt: byId.item.updatedAt });
      expect(byFilter.item).toEqual({ ...item, ...shown(type, second), updatedAt: byFilter.item.updatedAt });
    });

    test("is removed by its id and by a filter, and then no longer found", async () => {
      const [one, other] = [await createItem(fullInput(type, "sixth")), await createItem(fullInput(type, "seventh"))];

      const removed = await platform.data(
        `mutation ($one: ID!, $other: JSON!) {
          byId: ${type}RemoveOneById(id: $one) { id }
          byFilter: ${type}RemoveOne(where: $other) { id }
        }`,
        { one: one.id, other: { id: { eq: other.id } } },
      );
      const missing = await platform.error(`query ($id: ID!) { ${singular}ById(id: $id) { id } }`, { id: one.id });
      const rest = await platform.data(`query ($ids: [ID!]!) { ${singular}ByIds(ids: $ids) { id } }`, {
        ids: [one.id, other.id],
      });

      expect(removed).toEqual({ byId: { id: one.id }, byFilter: { id: other.id } });
      expect(missing.message).toBe("Record not found");
      expect(rest).toEqual({ [`${singular}ByIds`]: [] });
    });
  });

  test("2.1 agents have id, name, description, provider, modelName, backend, type, createdAt, updatedAt and RBAC", () => {
    const agents = schema.getType("agents");
    const fields = isObjectType(agents) ? Object.values(agents.getFields()) : [];

    expect(Object.fromEntries(fields.map((field) => [field.name, String(field.type)]))).toMatchObject({
      id: "ID!",
      name: "String!",
      description: "String",
      provider: "String",
      modelName: "String",
      backend: "String",
      type: "String",
      createdAt: "Date!",
      updatedAt: "Date!",
      RBAC: "RBACData",
    });
  });

  test("agents are copied, and users, whose e-mail address must be unique, are not", async () => {
    const { agentsCreateOne, usersCreateOne } = await platform.data<Record<string, { item: Item }>>(`mutation {
      agentsCreateOne(input: { name: "Helper", description: "Helps" }) { item { id } }
      usersCreateOne(input: { email: "Copy@Example.com" }) { item { id email } }
    }`);

    const copied = await platform.data(
      `mutation ($id: ID!) { agentsCopyOneById(id: $id) { item { name description RBAC { type } } } }`,
      { id: agentsCreateOne?.item.id },
    );
    const refused = await platform.error(`mutation ($id: ID!) { usersCopyOneById(id: $id) { item { id } } }`, {
      id: usersCreateOne?.item.id,
    });

    expect(copied).toEqual({
      agentsCopyOneById: { item: { name: "Helper (Copy)", description: "Helps", RBAC: { type: "private" } } },
    });
    expect(refused.message).toBe(`users can't be copied: "email" is required and must be unique.`);
    expect(usersCreateOne?.item.email).toBe("copy@example.com");
  });

  describe.each(secrets)("the secret field $field of $type", ({ type, field, singular, isKept }) => {
    const plain = "correct horse battery staple";

    test("can be set, and is nowhere else in the schema", () => {
      const holders = Object.values(schema.getTypeMap())
        .filter((each) =>
          [type, `${type}Input`, `Filter${type.charAt(0).toUpperCase()}${type.slice(1)}`].includes(each.name),
        )
        .filter((each) => (isObjectType(each) || isInputObjectType(each)) && each.getFields()[field])
        .map((each) => each.name);

      expect(holders).toEqual([`${type}Input`]);
    });

    test.each([
      { way: "selected", query: `{ ${type}Pagination { items { ${field} } } }` },
      { way: "filtered by", query: `{ ${singular}One(filters: [{ ${field}: { contains: "c" } }]) { id } }` },
      { way: "sorted by", query: `{ ${type}Pagination(sort: { field: "${field}" }) { items { id } } }` },
      { way: "grouped by", query: `{ ${type}Statistics(groupBy: "${field}") { group } }` },
      { way: "matched on", query: `mutation { ${type}RemoveOne(where: { ${field}: { ne: null } }) { id } }` },
    ])("can't be $way", async ({ query }) => {
      const error = await platform.error(query);

      expect(error.message).toContain(`"${field}"`);
      expect(error.message.replace(`"${field}"`, "")).not.toContain(field);
    });

    test("is never in any answer, and is not stored as it was given", async () => {
      const fields = selection(type);
      const input = { ...fullInput(type, "secret"), [field]: plain };
      const created = await platform.data<{ created: { item: Item } }>(
        `mutation ($input: ${type}Input!) { created: ${type}CreateOne(input: $input) { item { ${fields} } } }`,
        { input },
      );
      const { id } = created.created.item;
      const before = await storedSecret(type, field, id);

      const read = await platform.data(
        `query ($id: ID!) { ${singular}ById(id: $id) { ${fields} } ${type}Pagination { items { ${fields} } } }`,
        { id },
      );
      const updated = await platform.data(
        `mutation ($id: ID!, $input: ${type}Input!) { ${type}UpdateOneById(id: $id, input: $input) { item { ${fields} } } }`,
        { id, input },
      );
      const after = await storedSecret(type, field, id);
      const removed = await platform.data(`mutation ($id: ID!) { ${type}RemoveOneById(id: $id) { ${fields} } }`, {
        id,
      });

      const answers = JSON.stringify([created, read, updated, removed]);
      for (const secret of [plain, before, after]) expect(answers).not.toContain(secret);
      expect([before, after]).toEqual([expect.stringMatching(isKept), expect.stringMatching(isKept)]);
      expect(before + after).not.toContain(plain);
      // The same secret is not kept the same way twice, so the database does not tell who shares one.
      expect(after).not.toBe(before);
    });
  });

  const storedSecret = async (type: string, field: string, id: string): Promise<string> => {
    const [row] = await platform.database.query<{ secret: string }>(
      sql`select ${name(field)} as secret from ${name(type)} where id = ${id}`,
    );
    return row?.secret ?? "";
  };

  test("a variable that is declared not to be encrypted is stored as it is, and not returned either", async () => {
    const { variablesCreateOne } = await platform.data<{ variablesCreateOne: { item: Item } }>(
      `mutation { variablesCreateOne(input: { name: "region", value: "eu-west", encrypted: false }) { item { id encrypted } } }`,
    );

    const { id, encrypted } = variablesCreateOne.item;
    expect(encrypted).toBe(false);
    expect(await storedSecret("variables", "value", id)).toBe("eu-west");
  });

  test("a password that is too short is refused, and not repeated", async () => {
    const error = await platform.error(
      `mutation { usersCreateOne(input: { email: "short@example.com", password: "hunter2" }) { item { id } } }`,
    );

    expect(error.message).toBe(`"password" must have at least 10 characters.`);
  });
});

function exampleOf(type: GraphQLInputType, text: string): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues().at(text.length % 2 === 0 ? 0 : -1)?.name;
  switch (String(getNullableType(type))) {
    case "Float":
      return text.length + 0.5;
    case "Boolean":
      return text.length % 2 === 0;
    case "Date":
      return `2026-01-0${(text.length % 9) + 1}T00:00:00.000Z`;
    case "JSON":
      return [{ text }];
    case "RBACInput":
      return { type: "public" };
    default:
      return text;
  }
}
