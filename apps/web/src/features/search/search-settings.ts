/** What a search is told beside its words, as the address holds it. What is absent is up to the context. */
export interface SearchSettings {
  readonly context?: string;
  readonly q?: string;
  readonly before?: number;
  readonly after?: number;
  readonly cosineDistance?: number;
  readonly hybrid?: number;
  readonly tsvector?: number;
}

interface Slider {
  readonly name: "before" | "after" | "cosineDistance" | "hybrid" | "tsvector";
  readonly label: string;
  readonly hint: string;
  readonly max: number;
  readonly step: number;
}

export const sliders: readonly Slider[] = [
  { name: "before", label: "Chunks before", hint: "Neighbours before each hit", max: 5, step: 1 },
  { name: "after", label: "Chunks after", hint: "Neighbours after each hit", max: 5, step: 1 },
  { name: "hybrid", label: "Least score, both", hint: "Hits below it are left out", max: 1, step: 0.01 },
  { name: "cosineDistance", label: "Most distance", hint: "Hits above it are left out", max: 1, step: 0.01 },
  { name: "tsvector", label: "Least rank, words", hint: "Hits below it are left out", max: 20, step: 0.1 },
];

export function parseSearchSettings(search: Readonly<Record<string, unknown>>): SearchSettings {
  const { q, context } = search;
  const numbers = sliders.flatMap(({ name, max }) => {
    const value = search[name];
    return typeof value === "number" && value >= 0 && value <= max ? [[name, value] as const] : [];
  });
  return {
    ...(typeof context === "string" && context !== "" && { context }),
    ...((typeof q === "string" || typeof q === "number") && q !== "" && { q: String(q) }),
    ...Object.fromEntries(numbers),
  };
}

/** As the API takes them; undefined where the context decides. */
export function searchArguments({ before, after, cosineDistance, hybrid, tsvector }: SearchSettings) {
  return { cutoffs: given({ cosineDistance, hybrid, tsvector }), expand: given({ before, after }) };
}

function given(values: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> | undefined {
  const entries = Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
