import { GraphQLObjectType, GraphQLSchema, validateSchema } from "graphql";
import type { Definitions } from "../definitions/check-definitions.ts";
import type { Call } from "../operations/call.ts";
import { activityQueryFields } from "./fields/activity-fields.ts";
import { agentMutationFields, agentQueryFields } from "./fields/agent-fields.ts";
import { contextQueryFields } from "./fields/context-fields.ts";
import { evalMutationFields, evalQueryFields } from "./fields/eval-fields.ts";
import { identityMutationFields, identityQueryFields } from "./fields/identity-fields.ts";
import { mutationFields } from "./fields/mutation-fields.ts";
import { queryFields } from "./fields/query-fields.ts";
import { queueFields } from "./fields/queue-fields.ts";
import { searchMutationFields, searchQueryFields } from "./fields/search-fields.ts";
import { sourceFields } from "./fields/source-fields.ts";
import { toolMutationFields, toolQueryFields } from "./fields/tool-fields.ts";
import { workflowMutationFields, workflowQueryFields } from "./fields/workflow-fields.ts";
import { LeafTypes } from "./types/operator-types.ts";
import { resourceTypes } from "./types/resource-types.ts";

/** The schema of a deployment: the same queries and mutations for every core type and every context. */
export function buildSchema({ resources, enums, queues }: Definitions): GraphQLSchema {
  const leaves = new LeafTypes(enums.byField);
  const typed = resources.map((resource) => ({ resource, types: resourceTypes(resource, leaves) }));
  const queue = queueFields(queues);
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType<unknown, Call>({
      name: "Query",
      description: "Everything that can be read.",
      fields: Object.assign(
        {
          ...identityQueryFields(),
          ...contextQueryFields(),
          ...queue.queries,
          ...agentQueryFields(),
          ...toolQueryFields(),
          ...workflowQueryFields(),
          ...evalQueryFields(),
          ...activityQueryFields(),
        },
        ...typed.flatMap(({ resource, types }) => [queryFields(resource, types), searchQueryFields(resource, types)]),
      ),
    }),
    mutation: new GraphQLObjectType<unknown, Call>({
      name: "Mutation",
      description: "Everything that can be changed.",
      fields: Object.assign(
        {
          ...identityMutationFields(),
          ...queue.mutations,
          ...agentMutationFields(),
          ...toolMutationFields(),
          ...workflowMutationFields(),
          ...evalMutationFields(),
        },
        ...typed.flatMap(({ resource, types }) => [
          mutationFields(resource, types),
          searchMutationFields(resource, types),
          sourceFields(resource, types),
        ]),
      ),
    }),
  });
  const faults = validateSchema(schema);
  if (faults.length > 0) throw new AggregateError(faults, "The generated schema is not valid.");
  return schema;
}
