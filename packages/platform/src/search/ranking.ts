import type { Resource, ResourceSearch } from "../definitions/resource.ts";
import type { SearchCutoffs, SearchMethod } from "../definitions/search.ts";
import type { Condition } from "../query/condition.ts";
import type { ChunkTableNames, VectorColumn } from "../storage/tables/chunk-tables.ts";
import type { SearchQuery } from "./parse-query.ts";

/** A context that can be searched. */
export type SearchedResource = Resource & { readonly search: ResourceSearch };

export interface QueryVector {
  /** In PostgreSQL's notation. */
  readonly text: string;
  /** Of the vectors that it can be compared with. */
  readonly column: VectorColumn;
}

/** Everything that decides which chunks come in which order. */
export interface Ranking {
  readonly resource: SearchedResource;
  readonly tables: ChunkTableNames;
  readonly method: SearchMethod;
  readonly query: SearchQuery;
  /** Undefined for full text alone. */
  readonly vector: QueryVector | undefined;
  /** Which items the caller may read. Nothing of any other item has an influence on any number. */
  readonly readable: Condition;
  /** Which items are wanted. */
  readonly filter: Condition;
  readonly cutoffs: SearchCutoffs;
  readonly plan: SearchPlan;
}

/**
 * `exact` compares the query with every chunk of the items in question; `index` with those that the index of vectors
 * finds to be nearest, and the best by full text: this many each.
 */
export type SearchPlan = { readonly kind: "exact" } | { readonly kind: "index"; readonly depth: number };
