export interface PromptsSearch {
  /** Words to look for. */
  readonly q?: string;
  readonly category?: string;
  /** Whether only the caller's favourites are shown. */
  readonly favourites?: true;
}

export function parsePromptsSearch(search: Readonly<Record<string, unknown>>): PromptsSearch {
  const { q, category, favourites } = search;
  return {
    ...((typeof q === "string" || typeof q === "number") && q !== "" && { q: String(q) }),
    ...(typeof category === "string" && category !== "" && { category }),
    ...(favourites === true && { favourites }),
  };
}
