import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";

const required = GraphQLNonNull;

const SortDirection = new GraphQLEnumType({
  name: "SortDirection",
  description: "Which end of a sorted list comes first.",
  values: {
    ASC: { description: "The smallest, or the oldest, first." },
    DESC: { description: "The largest, or the newest, first." },
  },
});

export const SortBy = new GraphQLInputObjectType({
  name: "SortBy",
  description: "How a list is sorted. The id settles ties, so that pages never overlap.",
  fields: {
    field: { type: GraphQLString, description: "The name of a field. Default: createdAt." },
    direction: { type: SortDirection, description: "Default: ASC." },
  },
});

export const PageInfo = new GraphQLObjectType({
  name: "PageInfo",
  description: "Where a page stands in the whole list.",
  fields: {
    pageCount: { type: new required(GraphQLInt), description: "How many pages there are." },
    itemCount: { type: new required(GraphQLInt), description: "How many items there are on all pages." },
    currentPage: { type: new required(GraphQLInt), description: "The number of this page, from 1." },
    hasPreviousPage: { type: new required(GraphQLBoolean), description: "Whether a page comes before this one." },
    hasNextPage: { type: new required(GraphQLBoolean), description: "Whether a page comes after this one." },
  },
});

export const StatisticsResult = new GraphQLObjectType({
  name: "StatisticsResult",
  description: "How many items have one value of the field that was grouped by.",
  fields: {
    group: { type: GraphQLString, description: "The value; `total` without a groupBy, null for empty fields." },
    count: { type: new required(GraphQLInt), description: "How many items have it." },
  },
});

const RBACGrant = new GraphQLObjectType({
  name: "RBACGrant",
  description: "The rights of one user or one role on an item.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the user or the role." },
    rights: { type: new required(GraphQLString), description: "`read` or `write`; writing includes reading." },
  },
});

const RBACGrantInput = new GraphQLInputObjectType({
  name: "RBACGrantInput",
  description: "The rights to give one user or one role on an item.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id of the user or the role." },
    rights: { type: new required(GraphQLString), description: "`read` or `write`; writing includes reading." },
  },
});

export const RBACData = new GraphQLObjectType({
  name: "RBACData",
  description: "Who may read and write an item besides its creator.",
  fields: {
    type: { type: new required(GraphQLString), description: "The mode: `private`, `users`, `roles` or `public`." },
    users: { type: new GraphQLList(new required(RBACGrant)), description: "The rights of single users." },
    roles: { type: new GraphQLList(new required(RBACGrant)), description: "The rights of roles." },
  },
});

export const RBACInput = new GraphQLInputObjectType({
  name: "RBACInput",
  description: "A change of the rights on an item. A list that is given replaces the old one.",
  fields: {
    type: {
      type: GraphQLString,
      description: "The mode: `private`, `users`, `roles` or `public`. Default: derived from the lists.",
    },
    users: { type: new GraphQLList(new required(RBACGrantInput)), description: "The rights of single users." },
    roles: { type: new GraphQLList(new required(RBACGrantInput)), description: "The rights of roles." },
  },
});
