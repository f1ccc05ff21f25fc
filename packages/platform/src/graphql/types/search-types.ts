import {
  GraphQLEnumType,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import type { ResourceSearch } from "../../definitions/resource.ts";
import type { Call } from "../../operations/call.ts";
import { GraphQLDate, GraphQLJSON } from "../scalars.ts";

const required = GraphQLNonNull;

export const VectorMethodEnum = new GraphQLEnumType({
  name: "VectorMethodEnum",
  description: "How chunks are ranked.",
  values: {
    cosineDistance: { description: "By what they mean: the distance of their vectors from that of the query." },
    hybridSearch: { description: "By both: full text and vectors together." },
    tsvector: { description: "By the words in them: full text alone." },
  },
});

export const SearchCutoffs = new GraphQLInputObjectType({
  name: "SearchCutoffs",
  description: "What a chunk must reach to be found. Default: what the context says.",
  fields: {
    cosineDistance: { type: GraphQLFloat, description: "The largest distance, 0 to 1; lower means more similar." },
    hybrid: { type: GraphQLFloat, description: "The smallest hybrid score, 0 to 1." },
    tsvector: { type: GraphQLFloat, description: "The smallest full-text rank, from 0." },
  },
});

export const SearchExpand = new GraphQLInputObjectType({
  name: "SearchExpand",
  description: "Neighbours that come along with each match, around it, without scores.",
  fields: {
    before: {
      type: GraphQLInt,
      description: "How many chunks before each match, 0 to 20. Default: what the context says.",
    },
    after: {
      type: GraphQLInt,
      description: "How many chunks after each match, 0 to 20. Default: what the context says.",
    },
  },
});

export const RankedSearch = new GraphQLInputObjectType({
  name: "RankedSearch",
  description: "Ranks a list by what its items say: by their best chunk, best first, 500 at most.",
  fields: {
    query: { type: new required(GraphQLString), description: "What is searched for, 8,000 characters at most." },
    method: { type: new required(VectorMethodEnum), description: "How chunks are ranked." },
    cutoffs: { type: SearchCutoffs, description: "What a chunk must reach to count." },
  },
});

const chunkFields: GraphQLFieldConfigMap<unknown, Call> = {
  chunk_content: { type: GraphQLString, description: "The text." },
  chunk_index: { type: GraphQLInt, description: "Its place among the chunks of its item, from 0." },
  chunk_id: { type: GraphQLString, description: "Its id. A chunk that changes gets another." },
  chunk_source: { type: GraphQLString, description: "The id of the embedder that made it." },
  chunk_metadata: { type: GraphQLJSON, description: "What the embedder noted about it, such as headings." },
  chunk_created_at: { type: GraphQLDate, description: "When it was made." },
  chunk_updated_at: { type: GraphQLDate, description: "When it was last changed or moved." },
};

const scoreFields: GraphQLFieldConfigMap<unknown, Call> = {
  chunk_cosine_distance: { type: GraphQLFloat, description: "The distance of its vector from that of the query." },
  chunk_fts_rank: { type: GraphQLFloat, description: "Its full-text rank: the BM25 score." },
  chunk_hybrid_score: { type: GraphQLFloat, description: "Both together, 0 to 1." },
};

export const ItemChunks = new GraphQLObjectType<unknown, Call>({
  name: "ItemChunks",
  description: "A passage of an item. It has scores where it was found by a ranked list.",
  fields: { ...chunkFields, ...scoreFields },
});

const VectorSearchResultContext = new GraphQLObjectType<unknown, Call>({
  name: "VectorSearchResultContext",
  description: "Where was searched.",
  fields: {
    name: { type: new required(GraphQLString), description: "The name of the context." },
    embedder: { type: new required(GraphQLString), description: "The name of its embedder." },
  },
});

/** The types that an embedder adds to those of its context. */
export interface SearchTypes {
  readonly result: GraphQLObjectType<unknown, Call>;
  readonly chunk: GraphQLObjectType<unknown, Call>;
  readonly generateChunksPayload: GraphQLObjectType<unknown, Call>;
  readonly deleteChunksPayload: GraphQLObjectType<unknown, Call>;
}

export function searchTypes(contextId: string, { names }: ResourceSearch): SearchTypes {
  const chunk = new GraphQLObjectType<unknown, Call>({
    name: names.vectorSearchChunk,
    description: `A passage of a ${contextId} item. A neighbour that came along has no scores.`,
    fields: { ...chunkFields, ...itemFields, ...scoreFields },
  });
  return {
    chunk,
    result: new GraphQLObjectType<unknown, Call>({
      name: names.vectorSearchResult,
      description: `What a search in ${contextId} found.`,
      fields: {
        chunks: { type: new required(new GraphQLList(new required(chunk))), description: "The chunks, best first." },
        context: { type: new required(VectorSearchResultContext), description: "Where was searched." },
        itemFilters: { type: new required(GraphQLJSON), description: "The filters that items had to pass." },
        chunkFilters: {
          type: new required(GraphQLJSON),
          description: "The cutoffs that chunks had to reach, and the neighbours that came along.",
        },
        query: { type: new required(GraphQLString), description: "What was asked." },
        method: { type: new required(VectorMethodEnum), description: "How chunks were ranked." },
        explain: {
          type: GraphQLJSON,
          description: "What each part of the search did; worked out only when asked for.",
        },
      },
    }),
    generateChunksPayload: payloadType(names.generateChunksPayload, `What making chunks of ${contextId} gives back.`),
    deleteChunksPayload: payloadType(names.deleteChunksPayload, `What deleting chunks of ${contextId} gives back.`),
  };
}

const itemFields: GraphQLFieldConfigMap<unknown, Call> = {
  item_updated_at: { type: GraphQLDate, description: "When its item was last changed." },
  item_created_at: { type: GraphQLDate, description: "When its item was created." },
  item_id: { type: new required(GraphQLString), description: "The id of its item." },
  item_external_id: { type: GraphQLString, description: "The external_id of its item." },
  item_name: { type: new required(GraphQLString), description: "The title of its item." },
};

function payloadType(name: string, description: string): GraphQLObjectType<unknown, Call> {
  return new GraphQLObjectType<unknown, Call>({
    name,
    description,
    fields: {
      message: { type: new required(GraphQLString), description: "What happened, for people." },
      items: { type: new required(GraphQLInt), description: "How many items it was about." },
      jobs: { type: new GraphQLList(new required(GraphQLString)), description: "The jobs that do it, if any." },
    },
  });
}
