import {
  GraphQLBoolean,
  GraphQLEnumType,
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
const text = { type: new required(GraphQLString) };
const count = { type: new required(GraphQLInt) };
const number = { type: new required(GraphQLFloat) };
const testCase = { type: new required(GraphQLID), description: "The id of the test case." };
const name = { type: GraphQLString, description: "The name of the test case; null when the caller may not read it." };

function listOf(type: GraphQLObjectType) {
  return new required(new GraphQLList(new required(type)));
}

const EvalParameterType = new GraphQLObjectType({
  name: "EvalParameter",
  description: "A setting of an evaluation, which each run may give its own value.",
  fields: {
    name: { ...text, description: "The name." },
    description: { ...text, description: "What it does." },
    type: { ...text, description: "boolean, string, number, json, or variable: the name of a stored variable." },
    default: { type: GraphQLJSON, description: "The value where none is set." },
  },
});

export const EvalFunctionType = new GraphQLObjectType({
  name: "EvalFunction",
  description: "A way to score the answers of agents.",
  fields: {
    id: { type: new required(GraphQLID), description: "What the `eval_functions` of a run name." },
    name: { ...text, description: "What people call it." },
    description: { ...text, description: "What it scores, and how." },
    config: { type: listOf(EvalParameterType), description: "Its settings." },
    builtIn: { type: new required(GraphQLBoolean), description: "Whether every deployment has it." },
  },
});

export const RunEvalPayloadType = new GraphQLObjectType({
  name: "RunEvalPayload",
  description: "The jobs that run test cases.",
  fields: {
    jobs: {
      type: new required(new GraphQLList(new required(GraphQLString))),
      description: "Their ids, on the queue eval_runs: one for each test case.",
    },
    count: { ...count, description: "How many there are." },
  },
});

export const EvalStateEnum = new GraphQLEnumType({
  name: "EvalResultState",
  description: "Where a case of a run stands.",
  values: {
    open: { description: "It has no result yet." },
    passed: { description: "Its score reached the threshold." },
    failed: { description: "Its score stayed below the threshold." },
    errors: { value: "error", description: "It could not be scored; the error says why." },
  },
});

const EvalScoreType = new GraphQLObjectType({
  name: "EvalScore",
  description: "What one evaluation gave to one answer.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the evaluation." },
    score: { type: GraphQLFloat, description: "From 0 to 100; null when it has nothing to say about the case." },
    reason: { type: GraphQLString, description: "Why." },
  },
});

const EvalResultType = new GraphQLObjectType({
  name: "EvalResult",
  description: "What a test case came to in a run.",
  fields: {
    testCase,
    name,
    state: { type: new required(EvalStateEnum), description: "Where it stands." },
    score: { type: GraphQLFloat, description: "The average of its evaluations; null for an error." },
    functions: { type: new GraphQLList(new required(EvalScoreType)), description: "What each evaluation gave." },
    answer: { type: GraphQLString, description: "The agent's answer." },
    toolCalls: {
      type: new GraphQLList(new required(GraphQLString)),
      description: "The ids of the tools that it called.",
    },
    found: { type: GraphQLJSON, description: "The items that its tools found: id, name, context." },
    error: { type: GraphQLString, description: "Why it could not be scored." },
    seconds: { type: GraphQLFloat, description: "How long the agent took." },
    attempts: { ...count, description: "How often it was begun." },
    finishedAt: { type: GraphQLDate, description: "When it ended." },
  },
});

export const EvalResultsPageType = new GraphQLObjectType({
  name: "EvalResultsPage",
  description: "One page of the results of a run.",
  fields: {
    items: { type: listOf(EvalResultType), description: "The cases." },
    pageInfo: { type: new required(PageInfo), description: "Where the page stands." },
  },
});

const ComparedCaseType = new GraphQLObjectType({
  name: "EvalComparedCase",
  description: "A test case in two runs.",
  fields: {
    testCase,
    name,
    a: { ...number, description: "Its score in the first run; an error counts 0." },
    b: { ...number, description: "Its score in the second run; an error counts 0." },
    difference: { ...number, description: "How much better the second one is." },
  },
});

export const EvalComparisonType = new GraphQLObjectType({
  name: "EvalComparison",
  description: "Two runs, compared case by case.",
  fields: {
    count: { ...count, description: "How many cases both have." },
    onlyA: { ...count, description: "How many cases only the first one has." },
    onlyB: { ...count, description: "How many cases only the second one has." },
    difference: { ...number, description: "How much better the second one is, on average." },
    low: { ...number, description: "The lower end of the 95 % interval of the difference (paired bootstrap)." },
    high: { ...number, description: "The upper end of it." },
    isSignificant: {
      type: new required(GraphQLBoolean),
      description: "Whether the interval leaves out 0; never with fewer than 5 cases.",
    },
    better: { ...count, description: "How many cases got better." },
    worse: { ...count, description: "How many cases got worse." },
    same: { ...count, description: "How many cases have the same score." },
    items: { type: listOf(ComparedCaseType), description: "The cases; those that got worst first." },
    pageInfo: { type: new required(PageInfo), description: "Where the page of cases stands." },
  },
});
