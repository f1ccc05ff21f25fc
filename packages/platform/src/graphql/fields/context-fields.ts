import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Call } from "../../operations/call.ts";
import { listContexts } from "../../operations/list-contexts.ts";
import { GraphQLJSON } from "../scalars.ts";
import { field } from "./query-fields.ts";

const required = GraphQLNonNull;

const ContextEnumValue = new GraphQLObjectType({
  name: "ContextEnumValue",
  description: "One value of an enum field.",
  fields: {
    name: { type: new required(GraphQLString), description: "The value as the API takes and gives it." },
    value: { type: new required(GraphQLString), description: "The value as it was declared and is stored." },
  },
});

const ContextField = new GraphQLObjectType({
  name: "ContextField",
  description: "One field of a context.",
  fields: {
    name: { type: new required(GraphQLString), description: "The name in the API." },
    type: {
      type: new required(GraphQLString),
      description: "string, text, longtext, number, boolean, date, json, enum, file or id.",
    },
    description: { type: new required(GraphQLString), description: "What the field holds." },
    required: { type: new required(GraphQLBoolean), description: "Whether every item has a value." },
    unique: { type: new required(GraphQLBoolean), description: "Whether no two items share a value." },
    calculated: { type: new required(GraphQLBoolean), description: "Whether it can't be set through the API." },
    sortable: { type: new required(GraphQLBoolean), description: "Whether items can be sorted and grouped by it." },
    operators: {
      type: new required(new GraphQLList(new required(GraphQLString))),
      description: "The operators that filters take.",
    },
    default: { type: GraphQLJSON, description: "The value of new items, as it is stored." },
    enumValues: { type: new GraphQLList(new required(ContextEnumValue)), description: "The values of an enum field." },
    allowedFileTypes: {
      type: new GraphQLList(new required(GraphQLString)),
      description: "The file name endings that a file field accepts; null: all of them.",
    },
  },
});

const work = {
  queue: { type: GraphQLString, description: "The queue that it runs on; null: it runs while the caller waits." },
  job: { type: new required(GraphQLString), description: "The name of its jobs." },
};

const ContextSearch = new GraphQLObjectType({
  name: "ContextSearch",
  description: "How the items of a context become searchable.",
  fields: {
    embedder: { type: new required(GraphQLString), description: "The name of the embedder." },
    ...work,
    calculateVectors: {
      type: new required(GraphQLString),
      description: "When items become searchable by themselves: manual, onInsert, onUpdate or always.",
    },
    maxRetrievalResults: { type: new required(GraphQLInt), description: "The most chunks that a search finds." },
  },
});

const part = {
  id: { type: new required(GraphQLID), description: "The id." },
  name: { type: new required(GraphQLString), description: "What people call it." },
  description: { type: GraphQLString, description: "What it does." },
  ...work,
};

const ContextSourceParameter = new GraphQLObjectType({
  name: "ContextSourceParameter",
  description: "Something that a run of a source can be given.",
  fields: {
    name: { type: new required(GraphQLString), description: "The name in the inputs." },
    description: { type: GraphQLString, description: "What it means." },
    type: { type: new required(GraphQLString), description: "string, number, boolean or json." },
    required: { type: new required(GraphQLBoolean), description: "Whether a run fails without it." },
  },
});

const ContextSource = new GraphQLObjectType({
  name: "ContextSource",
  description: "Where items of a context come from by themselves.",
  fields: {
    ...part,
    schedule: { type: GraphQLString, description: "When it runs by itself, as a cron expression." },
    timezone: { type: GraphQLString, description: "The time zone of the schedule." },
    parameters: {
      type: new required(new GraphQLList(new required(ContextSourceParameter))),
      description: "What a run can be given.",
    },
  },
});

const ContextProcessor = new GraphQLObjectType({
  name: "ContextProcessor",
  description: "What computes fields of the items of a context.",
  fields: {
    ...part,
    trigger: {
      type: new required(GraphQLString),
      description: "When it runs by itself: manual, onInsert, onUpdate or always.",
    },
  },
});

const Context = new GraphQLObjectType({
  name: "Context",
  description: "A data collection of this deployment.",
  fields: {
    id: { type: new required(GraphQLID), description: "The type name in the API." },
    name: { type: new required(GraphQLString), description: "What people call it." },
    description: { type: new required(GraphQLString), description: "What it holds." },
    rbac: { type: new required(GraphQLBoolean), description: "Whether every item has its own rights." },
    defaultRightsMode: { type: new required(GraphQLString), description: "Who may read a new item: the mode." },
    titleField: { type: GraphQLString, description: "The field that names an item." },
    fields: {
      type: new required(new GraphQLList(new required(ContextField))),
      description: "The declared fields, then id, createdAt and updatedAt.",
    },
    search: { type: ContextSearch, description: "How items become searchable; null: they don't." },
    sources: {
      type: new required(new GraphQLList(new required(ContextSource))),
      description: "Where items come from by themselves.",
    },
    processors: {
      type: new required(new GraphQLList(new required(ContextProcessor))),
      description: "What computes fields of items.",
    },
  },
});

/** The contexts of the deployment, for clients that work with whatever there is. */
export function contextQueryFields(): Record<string, GraphQLFieldConfig<unknown, Call>> {
  return {
    contexts: field({
      type: new required(new GraphQLList(new required(Context))),
      description: "The contexts of this deployment.",
      resolve: (call) => listContexts(call),
    }),
  };
}
