import type { SearchMethod } from "./methods.ts";
import { type SearchSettings, searchArguments } from "./search-settings.ts";

const selection = `chunks {
      chunk_id
      chunk_index
      chunk_content
      chunk_cosine_distance
      chunk_fts_rank
      chunk_hybrid_score
      item_id
      item_name
    }`;

/** The search of one context, with what is searched for as variables. */
export function searchDocument(contextId: string): string {
  return `query Search($query: String!, $method: VectorMethodEnum!, $cutoffs: SearchCutoffs, $expand: SearchExpand) {
  found: ${contextId}VectorSearch(query: $query, method: $method, cutoffs: $cutoffs, expand: $expand) {
    ${selection}
  }
}`;
}

/** The same as one text that runs as it is: in the explorer, or in a program. */
export function searchAsGraphql(contextId: string, method: SearchMethod, settings: SearchSettings): string {
  const { cutoffs, expand } = searchArguments(settings);
  const given = [
    `query: ${JSON.stringify(settings.q ?? "")}`,
    `method: ${method}`,
    ...(cutoffs ? [`cutoffs: ${literal(cutoffs)}`] : []),
    ...(expand ? [`expand: ${literal(expand)}`] : []),
  ];
  return `query Search {
  ${contextId}VectorSearch(${given.join(", ")}) {
    ${selection}
  }
}
`;
}

function literal(values: Readonly<Record<string, number>>): string {
  const members = Object.entries(values).map(([name, value]) => `${name}: ${value}`);
  return `{ ${members.join(", ")} }`;
}
