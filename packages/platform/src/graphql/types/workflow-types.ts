import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import { GraphQLDate, GraphQLJSON } from "../scalars.ts";
import { PageInfo } from "./shared-types.ts";

const required = GraphQLNonNull;

export const WorkflowPayload = new GraphQLObjectType({
  name: "WorkflowPayload",
  description: "What running a workflow gave.",
  fields: {
    result: { type: GraphQLJSON, description: "What the last step gave; null while it runs in the background." },
    job: { type: GraphQLString, description: "The id of the job that goes on with it; null when it is done." },
    metadata: {
      type: new required(GraphQLJSON),
      description: "The ids of the run and of the workflow, and the run's status: { run, workflow, status }.",
    },
  },
});

const WorkflowRunStep = new GraphQLObjectType({
  name: "WorkflowRunStep",
  description: "What has become of a step of a run.",
  fields: {
    name: { type: GraphQLString, description: "Its name, if it has one." },
    index: { type: new required(GraphQLInt), description: "Its place among the steps, from 0." },
    status: { type: new required(GraphQLString), description: "running, done, skipped or failed." },
    input: {
      type: GraphQLJSON,
      description: "What the agent was asked, or the tool was given; null for a step that was skipped.",
    },
    output: { type: GraphQLJSON, description: "What it gave: a text, or JSON from a tool." },
    error: { type: GraphQLString, description: "Why it failed." },
    startedAt: { type: new required(GraphQLDate), description: "When its last attempt began." },
    durationMs: { type: GraphQLFloat, description: "How long that took, in milliseconds." },
    attempts: { type: new required(GraphQLInt), description: "How often it was begun." },
  },
});

export const WorkflowRunType = new GraphQLObjectType({
  name: "WorkflowRun",
  description: "A run of a workflow. What it gave is for whoever started it, and for super admins.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the run." },
    workflow: { type: new required(GraphQLID), description: "The id of the workflow." },
    status: { type: new required(GraphQLString), description: "waiting, running, done or failed." },
    variables: { type: GraphQLJSON, description: "The values of the variables that it was given." },
    steps_json: { type: GraphQLJSON, description: "The steps as they were when it was asked for." },
    result: { type: GraphQLJSON, description: "What the last step gave." },
    error: { type: GraphQLString, description: "Why it failed, or why it is tried again." },
    job: { type: GraphQLString, description: "The id of its job; null when a caller waited for it." },
    scheduled: { type: new required(GraphQLBoolean), description: "Whether the workflow's schedule brought it." },
    user: { type: GraphQLID, description: "The id of the user whose rights it has; null for a service." },
    createdAt: { type: new required(GraphQLDate), description: "When it was asked for." },
    startedAt: { type: GraphQLDate, description: "When it first began." },
    finishedAt: { type: GraphQLDate, description: "When it ended." },
    durationMs: { type: GraphQLFloat, description: "How long that took, in milliseconds." },
    steps: {
      type: new required(new GraphQLList(new required(WorkflowRunStep))),
      description: "The steps that have begun, in order.",
    },
  },
});

export const WorkflowRunPage = new GraphQLObjectType({
  name: "WorkflowRunPage",
  description: "One page of the runs of a workflow.",
  fields: {
    pageInfo: { type: new required(PageInfo), description: "Where the page stands among all." },
    items: {
      type: new required(new GraphQLList(new required(WorkflowRunType))),
      description: "The runs, newest first.",
    },
  },
});
