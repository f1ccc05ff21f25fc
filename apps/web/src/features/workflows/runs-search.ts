export interface RunsSearch {
  /** The number of the page, from 1. */
  readonly page?: number;
  /** The id of a run whose values the next one begins with. */
  readonly like?: string;
}

export function parseRunsSearch({ page, like }: Readonly<Record<string, unknown>>): RunsSearch {
  return {
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
    ...(typeof like === "string" && like !== "" && { like }),
  };
}
