import {
  type GraphQLFieldConfig,
  GraphQLFloat,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import type { Call } from "../../operations/call.ts";
import type { LeafTypes } from "./operator-types.ts";
import { ItemChunks, type SearchTypes, searchTypes } from "./search-types.ts";
import { PageInfo, RBACData, RBACInput } from "./shared-types.ts";

/** The types that one resource adds to the schema. */
export interface ResourceTypes {
  readonly item: GraphQLObjectType<unknown, Call>;
  readonly input: GraphQLInputObjectType;
  readonly filter: GraphQLInputObjectType;
  readonly paginationResult: GraphQLObjectType<unknown, Call>;
  readonly mutationPayload: GraphQLObjectType<unknown, Call>;
  /** Only of a context with an embedder. */
  readonly search: SearchTypes | undefined;
}

export function resourceTypes(resource: Resource, leaves: LeafTypes): ResourceTypes {
  const item = itemType(resource, leaves);
  return {
    item,
    input: inputType(resource, leaves),
    filter: filterType(resource, leaves),
    paginationResult: new GraphQLObjectType({
      name: resource.names.paginationResult,
      description: `One page of ${resource.id}.`,
      fields: {
        pageInfo: { type: new GraphQLNonNull(PageInfo), description: "Where the page stands in the whole list." },
        items: { type: new GraphQLNonNull(new GraphQLList(item)), description: "The items on the page." },
      },
    }),
    mutationPayload: new GraphQLObjectType({
      name: resource.names.mutationPayload,
      description: `What a change of ${resource.id} gives back.`,
      fields: {
        item: { type: new GraphQLNonNull(item), description: "The item as it is now." },
        job: { type: GraphQLString, description: "The id of the job that goes on with it in the background, if any." },
      },
    }),
    search: resource.search && searchTypes(resource.id, resource.search),
  };
}

function itemType(resource: Resource, leaves: LeafTypes): GraphQLObjectType<unknown, Call> {
  const fields: Record<string, GraphQLFieldConfig<unknown, Call>> = {};
  for (const field of orderedFields(resource)) {
    const leaf = leaves.leaf(resource.id, field);
    fields[field.name] = {
      type: field.required ? new GraphQLNonNull(leaf) : leaf,
      description: field.description,
    };
  }
  if (resource.search) Object.assign(fields, searchedFields);
  if (resource.rbac) fields.RBAC = { type: RBACData, description: "Who may read and write the item." };
  return new GraphQLObjectType({ name: resource.names.type, description: resource.description, fields });
}

const searchedFields: Readonly<Record<string, GraphQLFieldConfig<unknown, Call>>> = {
  averageRelevance: {
    type: GraphQLFloat,
    description: "In a ranked list: the average of how well its matching chunks fit. Otherwise null.",
  },
  totalRelevance: {
    type: GraphQLFloat,
    description: "In a ranked list: the sum of how well its matching chunks fit. Otherwise null.",
  },
  chunks: {
    type: new GraphQLList(ItemChunks),
    description:
      "In a ranked list: its best matching chunks, best first. Otherwise all of them, in the order of the text.",
  },
};

function inputType(resource: Resource, leaves: LeafTypes): GraphQLInputObjectType {
  const fields: Record<string, GraphQLInputFieldConfig> = {};
  for (const field of resource.fields.filter((each) => !each.calculated)) {
    const leaf = leaves.leaf(resource.id, field);
    fields[field.name] = { type: field.required ? new GraphQLNonNull(leaf) : leaf, description: field.description };
  }
  if (resource.rbac) fields.RBAC = { type: RBACInput, description: "Who may read and write the item." };
  return new GraphQLInputObjectType({
    name: resource.names.input,
    description: `The fields of ${resource.id} that can be set. Fields that are left out stay, null empties.`,
    fields,
  });
}

function filterType(resource: Resource, leaves: LeafTypes): GraphQLInputObjectType {
  const self: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: resource.names.filter,
    description: `Conditions on ${resource.id}. All that are given must hold.`,
    fields: () => {
      const fields: Record<string, GraphQLInputFieldConfig> = {};
      for (const field of orderedFields(resource)) {
        fields[field.name] = {
          type: leaves.operators(resource.id, field),
          description: `Conditions on ${field.name}.`,
        };
      }
      fields.and = { type: new GraphQLList(self), description: "All of these must hold." };
      fields.or = { type: new GraphQLList(self), description: "At least one of these must hold." };
      return fields;
    },
  });
  return self;
}

/** The declared fields first, then id, createdAt and updatedAt, as in the specification. */
function orderedFields(resource: Resource): readonly ResourceField[] {
  const readable = [...resource.readable.values()];
  const isDeclared = (field: ResourceField) => resource.fields.includes(field);
  return [...readable.filter(isDeclared), ...readable.filter((field) => !isDeclared(field))];
}
