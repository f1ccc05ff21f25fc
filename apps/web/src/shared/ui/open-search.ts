/** Which record a page of a list shows beside it: its id, or `new`. In the address, so that it can be linked to. */
export interface OpenSearch {
  readonly open?: string;
  /** The words that the list is searched for. */
  readonly q?: string;
  /** The number of the page, from 1. */
  readonly page?: number;
}

export function parseOpenSearch(search: Readonly<Record<string, unknown>>): OpenSearch {
  const { open, q, page } = search;
  return {
    ...(typeof open === "string" && open !== "" && { open }),
    ...((typeof q === "string" || typeof q === "number") && q !== "" && { q: String(q) }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
  };
}
