import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import { listProviders } from "../../operations/agents/list-providers.ts";
import { type AgentInput, runAgent, stopAgent } from "../../operations/agents/run-whole.ts";
import type { Call } from "../../operations/call.ts";
import { GraphQLJSON } from "../scalars.ts";
import { field } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;
const text = { type: new required(GraphQLString) };

const ProviderType = new GraphQLObjectType({
  name: "Provider",
  description: "What can answer for agents: a language model.",
  fields: {
    id: { type: new required(GraphQLID), description: "What the `backend` of an agent names." },
    name: { ...text, description: "What people call it." },
    description: { type: GraphQLString, description: "What it is good for." },
    provider: { ...text, description: "Whose model it is." },
    modelName: { ...text, description: "The name of the model." },
    capabilities: { type: GraphQLJSON, description: "What it can take in." },
    maxContextLength: { type: GraphQLFloat, description: "How much it can take in, in tokens." },
    workflows: { type: new required(GraphQLBoolean), description: "Whether its agents run workflows." },
  },
});

const TokenUsage = new GraphQLObjectType({
  name: "TokenUsage",
  description: "What a run of an agent used.",
  fields: {
    inputTokens: { type: new required(GraphQLInt), description: "The tokens that the model read." },
    outputTokens: { type: new required(GraphQLInt), description: "The tokens that it wrote." },
  },
});

const AgentAnswer = new GraphQLObjectType({
  name: "AgentAnswer",
  description: "What an agent has answered.",
  fields: {
    session: { type: new required(GraphQLID), description: "The id of the conversation, to go on with it." },
    message: { type: new required(GraphQLID), description: "The id of the message that holds the answer." },
    content: { ...text, description: "The text of the answer." },
    parts: { type: new required(GraphQLJSON), description: "Texts, calls of tools and sources, in order." },
    status: {
      ...text,
      description: "done; waiting: calls of tools need approval; stopped; or failed.",
    },
    error: { type: GraphQLString, description: "Why it failed." },
    usage: { type: new required(TokenUsage), description: "What it used." },
  },
});

const ToolApproval = new GraphQLInputObjectType({
  name: "ToolApproval",
  description: "What a person says to a call of a tool that waits for it.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the approval, as the parts of the answer show it." },
    approved: { type: new required(GraphQLBoolean), description: "Whether the tool may be called." },
    reason: { type: GraphQLString, description: "Why; the model is told." },
  },
});

const StopResult = new GraphQLObjectType({
  name: "AgentStopResult",
  description: "Whether there was an answer to stop.",
  fields: { success: { type: new required(GraphQLBoolean), description: "Whether an answer was stopped." } },
});

export function agentQueryFields(): Fields {
  return {
    providers: field({
      type: new required(new GraphQLList(new required(ProviderType))),
      description: "What can answer for agents.",
      resolve: (call) => listProviders(call),
    }),
  };
}

export function agentMutationFields(): Fields {
  return {
    runAgent: field<AgentInput>({
      type: new required(AgentAnswer),
      description: "Asks an agent and waits for its answer. `POST /agents/:id/run` streams it instead.",
      args: {
        agent: { type: new required(GraphQLID), description: "The id of the agent." },
        prompt: { type: GraphQLString, description: "What to ask." },
        session: { type: GraphQLID, description: "The conversation to go on with; without one a new one begins." },
        project: { type: GraphQLID, description: "The project that a new conversation belongs to." },
        approvals: {
          type: new GraphQLList(new required(ToolApproval)),
          description: "Instead of a prompt: what to do with the calls of tools that wait.",
        },
      },
      resolve: (call, args) => runAgent(call, args),
    }),
    stopAgent: field<{ readonly session: string }>({
      type: new required(StopResult),
      description: "Stops the answer that is being given in a conversation; what was said stays.",
      args: { session: { type: new required(GraphQLID), description: "The id of the conversation." } },
      resolve: (call, { session }) => stopAgent(call, session),
    }),
  };
}
