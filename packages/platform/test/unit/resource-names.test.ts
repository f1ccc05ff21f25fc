import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { coreResource } from "../../src/definitions/build-resource.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { coreTypes } from "../../src/definitions/core/core-types.ts";
import {
  enumOperatorName,
  resourceNames,
  sharedTypeNames,
  typeNameKeys,
} from "../../src/definitions/resource-names.ts";
import { buildSchema } from "../../src/graphql/build-schema.ts";

describe("The names that a resource generates", () => {
  test("of a context all come from its id", () => {
    const names = resourceNames("tickets");

    expect(names).toEqual({
      type: "tickets",
      input: "ticketsInput",
      filter: "FilterTickets",
      paginationResult: "TicketsPaginationResult",
      mutationPayload: "ticketsMutationPayload",
      byId: "ticketsById",
      byIds: "ticketsByIds",
      one: "ticketsOne",
      pagination: "ticketsPagination",
      statistics: "ticketsStatistics",
      createOne: "ticketsCreateOne",
      copyOneById: "ticketsCopyOneById",
      updateOne: "ticketsUpdateOne",
      updateOneById: "ticketsUpdateOneById",
      removeOne: "ticketsRemoveOne",
      removeOneById: "ticketsRemoveOneById",
    });
  });

  test("capitalise only the first letter of the id", () => {
    const { filter, paginationResult } = resourceNames("support_TICKETS");

    expect({ filter, paginationResult }).toEqual({
      filter: "FilterSupport_TICKETS",
      paginationResult: "Support_TICKETSPaginationResult",
    });
  });

  const singulars: readonly (readonly [id: string, singular: string, capitalised: string])[] = [
    ["agents", "agent", "Agents"],
    ["users", "user", "Users"],
    ["roles", "role", "Roles"],
    ["agent_sessions", "agent_session", "Agent_sessions"],
    ["agent_messages", "agent_message", "Agent_messages"],
    ["test_cases", "test_case", "Test_cases"],
    ["eval_sets", "eval_set", "Eval_sets"],
    ["eval_runs", "eval_run", "Eval_runs"],
    ["workflow_templates", "workflow_template", "Workflow_templates"],
    ["statistics", "statistic", "Statistics"],
    ["variables", "variable", "Variables"],
    ["projects", "project", "Projects"],
    ["prompt_library", "prompt_library_item", "Prompt_library"],
    ["prompt_favorites", "prompt_favorite", "Prompt_favorites"],
  ];

  test("are those of the fourteen core types of the specification, and no more", () => {
    expect(coreTypes.map(({ id }) => id)).toEqual(singulars.map(([id]) => id));
  });

  for (const [id, singular, capitalised] of singulars) {
    test(`of ${id} take the singular for one record, and the plural for everything else`, () => {
      const core = coreTypes.find((each) => each.id === id);

      const names = core && coreResource(core).names;

      expect(names).toEqual({
        type: id,
        input: `${id}Input`,
        filter: `Filter${capitalised}`,
        paginationResult: `${capitalised}PaginationResult`,
        mutationPayload: `${id}MutationPayload`,
        byId: `${singular}ById`,
        byIds: `${singular}ByIds`,
        one: `${singular}One`,
        pagination: `${id}Pagination`,
        statistics: `${id}Statistics`,
        createOne: `${id}CreateOne`,
        copyOneById: `${id}CopyOneById`,
        updateOne: `${id}UpdateOne`,
        updateOneById: `${id}UpdateOneById`,
        removeOne: `${id}RemoveOne`,
        removeOneById: `${id}RemoveOneById`,
      });
    });
  }
});

describe("The names that no resource may take", () => {
  test("are all those that the schema has without any resource", () => {
    const definitions = checkDefinitions(new PlatformApp({ contexts: [] }));
    const { enums, resources } = definitions;
    const generated = new Set([
      ...resources.flatMap(({ names }) => typeNameKeys.map((key) => names[key])),
      ...enums.types.flatMap(({ name }) => [name, enumOperatorName(name)]),
    ]);

    const types = Object.keys(buildSchema(definitions).getTypeMap()).filter((name) => !name.startsWith("__"));

    expect(types.filter((name) => !generated.has(name) && !sharedTypeNames.includes(name))).toEqual([]);
  });
});
