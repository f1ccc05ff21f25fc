import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import { type SearchCutoffs, type SearchMethod, searchMethods } from "../../definitions/search.ts";
import { cutoffProblems } from "../../definitions/search-limits.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { parseFilters } from "../../query/parse-filter.ts";
import { choosePlan } from "../../search/choose-plan.ts";
import { embedQuery } from "../../search/embed-query.ts";
import { parseQuery } from "../../search/parse-query.ts";
import type { Ranking, SearchedResource } from "../../search/ranking.ts";
import { chunkTableNames } from "../../storage/tables/chunk-tables.ts";
import type { Call } from "../call.ts";

export interface RankingOptions {
  readonly query: string;
  readonly method: SearchMethod;
  readonly filters?: unknown;
  readonly cutoffs?: SearchCutoffs | null | undefined;
  /** How many candidates each arm of a large search has. */
  readonly depth: number;
}

/** Checks what was asked, counts it, and turns it into what decides the order. */
export async function prepareRanking(call: Call, resource: Resource, options: RankingOptions): Promise<Ranking> {
  const readable = permittedItems(call.principal, resource, "read");
  const searched = requireSearch(resource);
  const { method, depth } = options;
  if (!searchMethods.includes(method)) {
    throw new BadInputError(`"method" must be one of ${searchMethods.join(", ")}.`);
  }
  const filter = parseFilters(resource, options.filters);
  const cutoffs = effectiveCutoffs(searched, options.cutoffs);
  const query = parseQuery(await rewritten(searched, options.query));
  countSearch(call, searched);
  const tables = chunkTableNames(resource.id);
  const [vector, plan] = await Promise.all([
    method === "tsvector" ? undefined : embedQuery(call.database, resource, query.text),
    choosePlan(call.database, { resource: searched, tables, readable, filter }, { method, depth }),
  ]);
  return { resource: searched, tables, method, query, vector, readable, filter, cutoffs, plan };
}

function countSearch({ tally, principal }: Call, { id, search }: SearchedResource): void {
  const { userId: user, roleId: role } = principal;
  tally.count({
    name: id,
    label: search.name,
    type: "search",
    trigger: principal.apiKeyId ?? principal.kind,
    user,
    role,
  });
}

export function requireSearch(resource: Resource): SearchedResource {
  if (!resource.search) throw new BadInputError(`${resource.id} has no embedder, so it can't be searched.`);
  return { ...resource, search: resource.search };
}

/** What a search says goes before what the context says; null lifts a cutoff. */
function effectiveCutoffs({ search }: SearchedResource, given: SearchCutoffs | null | undefined): SearchCutoffs {
  const problems = cutoffProblems(given ?? {});
  if (problems.length > 0) throw new BadInputError(`${problems.join("; ")}.`);
  const said = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...search.cutoffs, ...Object.fromEntries(said) };
}

async function rewritten({ search }: SearchedResource, query: string): Promise<string> {
  if (typeof query !== "string") throw new BadInputError(`"query" must be a text.`);
  // What is not fit to be searched for is not fit for a rewriter either.
  parseQuery(query);
  return search.queryRewriter ? String(await search.queryRewriter(query)) : query;
}
