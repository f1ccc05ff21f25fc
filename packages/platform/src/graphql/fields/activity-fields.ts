import {
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
} from "graphql";
import { dailyActivity } from "../../operations/activity/daily-activity.ts";
import type { Call } from "../../operations/call.ts";
import { GraphQLDate } from "../scalars.ts";
import { field } from "./query-fields.ts";

const required = GraphQLNonNull;
const count = { type: new required(GraphQLFloat) };

const ActivityDayType = new GraphQLObjectType({
  name: "ActivityDay",
  description: "What happened on one day.",
  fields: {
    day: { type: new required(GraphQLDate), description: "When it began, in UTC." },
    requests: { ...count, description: "Requests of anybody who may ask." },
    searches: { ...count, description: "Searches in contexts." },
    jobs: { ...count, description: "Jobs that have ended." },
    agentRuns: { ...count, description: "Answers of agents." },
    toolCalls: { ...count, description: "Calls of tools." },
    tokens: { ...count, description: "Tokens that models took in and gave out." },
  },
});

export function activityQueryFields(): Record<string, GraphQLFieldConfig<unknown, Call>> {
  return {
    activity: field<{ readonly days?: number | null }>({
      type: new required(new GraphQLList(new required(ActivityDayType))),
      description: "What happened lately, day by day, the oldest first: the sums of `statistics`.",
      args: { days: { type: GraphQLInt, description: "How many days, with today, 1 to 90. Default: 14." } },
      extensions: { rows: 90 },
      resolve: (call, { days }) => dailyActivity(call, days),
    }),
  };
}
