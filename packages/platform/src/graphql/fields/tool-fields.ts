import {
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Call } from "../../operations/call.ts";
import { listToolCategories, listTools } from "../../operations/tools/list-tools.ts";
import { type RunToolInput, runAgentTool } from "../../operations/tools/run-tool.ts";
import { GraphQLJSON } from "../scalars.ts";
import { field } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;
const text = { type: new required(GraphQLString) };

const ToolConfigParameter = new GraphQLObjectType({
  name: "ToolConfigParameter",
  description: "A setting of a tool, which each agent that has it may give its own value.",
  fields: {
    name: { ...text, description: "The name." },
    description: { ...text, description: "What it does." },
    type: { ...text, description: "boolean, string, number, or variable: the name of a stored variable." },
    default: { type: GraphQLJSON, description: "The value where none is set." },
  },
});

const ToolType = new GraphQLObjectType({
  name: "Tool",
  description: "Something that agents can do.",
  fields: {
    id: { type: new required(GraphQLID), description: "What agents refer to it by." },
    name: { ...text, description: "What people call it." },
    modelName: { ...text, description: "What models call it by." },
    description: { ...text, description: "What agents are told of it." },
    category: { ...text, description: "A heading to list it under." },
    type: { ...text, description: "context, function, agent or web_search." },
    inputSchema: { type: new required(GraphQLJSON), description: "What its inputs must be, as JSON Schema." },
    config: { type: new required(new GraphQLList(new required(ToolConfigParameter))), description: "Its settings." },
  },
});

const ToolOutputType = new GraphQLObjectType({
  name: "ToolOutput",
  description: "What a tool gave back.",
  fields: {
    result: { type: GraphQLString, description: "Its result; a failure is told here as well." },
    job: { type: GraphQLString, description: "The id of a job that goes on with it." },
    items: { type: GraphQLJSON, description: "Items that it found or made." },
  },
});

export function toolQueryFields(): Fields {
  return {
    tools: field({
      type: new required(new GraphQLList(new required(ToolType))),
      description: "The tools that agents can be given.",
      resolve: (call) => listTools(call),
    }),
    toolCategories: field({
      type: new required(new GraphQLList(new required(GraphQLString))),
      description: "The headings that tools are listed under.",
      resolve: (call) => listToolCategories(call),
    }),
  };
}

export function toolMutationFields(): Fields {
  return {
    runTool: field<RunToolInput>({
      type: new required(ToolOutputType),
      description: "Runs a tool of an agent directly, without a model, with the caller's rights.",
      args: {
        agent: { type: new required(GraphQLID), description: "The id of the agent whose settings are used." },
        tool: { type: new required(GraphQLID), description: "The id of one of its tools." },
        inputs: { type: new required(GraphQLJSON), description: "What it is to work on." },
        project: { type: GraphQLID, description: "The id of the project it is called in." },
        items: { type: new GraphQLList(new required(GraphQLID)), description: "Ids of items to point to." },
      },
      resolve: (call, args) => runAgentTool(call, args),
    }),
  };
}
