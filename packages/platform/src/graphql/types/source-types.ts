import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { Resource } from "../../definitions/resource.ts";
import { sourceNames } from "../../definitions/resource-names.ts";
import type { Call } from "../../operations/call.ts";

const texts = new GraphQLList(new GraphQLNonNull(GraphQLString));
const message = { type: new GraphQLNonNull(GraphQLString), description: "What was done, for people." };

export function executeSourcePayload({ id }: Resource): GraphQLObjectType<unknown, Call> {
  return new GraphQLObjectType({
    name: sourceNames(id).executeSourcePayload,
    description: `What running a source of ${id} gives back.`,
    fields: {
      message,
      jobs: { type: texts, description: "The id of the job, when it runs in the background." },
      items: { type: texts, description: "The ids of items that were created or changed at once, 1,000 at most." },
    },
  });
}

export function processItemPayload({ id }: Resource): GraphQLObjectType<unknown, Call> {
  return new GraphQLObjectType({
    name: sourceNames(id).processItemPayload,
    description: `What processing ${id} gives back.`,
    fields: {
      message,
      results: {
        type: new GraphQLList(GraphQLString),
        description: "For each item that was processed at once, and each processor, what changed or failed, as JSON.",
      },
      jobs: { type: new GraphQLList(GraphQLString), description: "The ids of the jobs that run in the background." },
    },
  });
}
