import { type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { Resource } from "../../definitions/resource.ts";
import type { Call } from "../../operations/call.ts";
import { deleteMatchingChunks } from "../../operations/chunks/delete-matching-chunks.ts";
import { findChunkById } from "../../operations/chunks/find-chunk-by-id.ts";
import { generateChunks } from "../../operations/chunks/generate-chunks.ts";
import type { MassOptions } from "../../operations/chunks/mass-condition.ts";
import { type VectorSearchOptions, vectorSearch } from "../../operations/chunks/vector-search.ts";
import type { SearchExtensions } from "../measure-cost.ts";
import { selectionOf } from "../selection.ts";
import type { ResourceTypes } from "../types/resource-types.ts";
import { SearchCutoffs, SearchExpand, VectorMethodEnum } from "../types/search-types.ts";
import { field } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;

/** The queries that an embedder adds to those of its context. */
export function searchQueryFields(resource: Resource, types: ResourceTypes): Fields {
  if (!resource.search || !types.search) return {};
  const { names } = resource.search;
  return {
    [names.vectorSearch]: field<Omit<VectorSearchOptions, "isExplained" | "limit">>({
      type: types.search.result,
      extensions: {
        rows: resource.search.maxRetrievalResults,
        expand: resource.search.expand,
      } satisfies SearchExtensions,
      description: `The chunks of ${resource.id} that fit a query best, out of the items that the caller may read.`,
      args: {
        query: {
          type: new required(GraphQLString),
          description: `What is searched for, 8,000 characters at most. Words count one by one; "a phrase" must occur, -word must not.`,
        },
        method: { type: new required(VectorMethodEnum), description: "How chunks are ranked." },
        itemFilters: {
          type: new GraphQLList(types.filter),
          description: "Conditions on the items, which must all hold.",
        },
        cutoffs: { type: SearchCutoffs, description: "What a chunk must reach to be found." },
        expand: { type: SearchExpand, description: "Neighbours that come along." },
      },
      resolve: (call, args, info) =>
        vectorSearch(call, resource, { ...args, isExplained: selectionOf(info).fields.has("explain") }),
    }),
    [names.chunkById]: field<{ id: string }>({
      type: types.search.chunk,
      description: `The chunk of a ${resource.id} item with this id.`,
      args: { id: { type: new required(GraphQLID), description: "The id of the chunk." } },
      resolve: (call, { id }) => findChunkById(call, resource, id),
    }),
  };
}

/** The mutations that an embedder adds to those of its context. */
export function searchMutationFields(resource: Resource, types: ResourceTypes): Fields {
  if (!resource.search || !types.search) return {};
  const { names } = resource.search;
  const args = {
    where: {
      type: new GraphQLList(types.filter),
      description: "Conditions on the items, which must all hold. Only super admins may leave them out.",
    },
    limit: { type: GraphQLInt, description: "The most items. Default: all that match." },
  };
  return {
    [names.generateChunks]: field<MassOptions>({
      type: types.search.generateChunksPayload,
      description: `Makes the matching ${resource.id} items searchable. Chunks that are up to date stay as they are.`,
      args,
      resolve: (call, options) => generateChunks(call, resource, options),
    }),
    [names.deleteChunks]: field<MassOptions>({
      type: types.search.deleteChunksPayload,
      description: `Takes the matching ${resource.id} items out of the search, until their chunks are made again.`,
      args,
      resolve: (call, options) => deleteMatchingChunks(call, resource, options),
    }),
  };
}
