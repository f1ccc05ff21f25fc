import { BadInputError } from "../foundation/errors.ts";

export interface Page {
  readonly limit: number;
  /** From 1. */
  readonly page: number;
}

/** Rows of a list that says no limit. */
export const defaultRows = 10;
export const mostRows = 500;
const lastPage = 2_147_483_647;

export function parsePage(limit: number | null | undefined, page: number | null | undefined): Page {
  const parsed = { limit: parseLimit(limit), page: page ?? 1 };
  if (!Number.isInteger(parsed.page) || parsed.page < 1 || parsed.page > lastPage) {
    throw new BadInputError(`page must be a whole number from 1, not ${parsed.page}.`);
  }
  return parsed;
}

/** Default 10, 1 to 500. */
export function parseLimit(limit: number | null | undefined): number {
  const rows = limit ?? defaultRows;
  if (!Number.isInteger(rows) || rows < 1 || rows > mostRows) {
    throw new BadInputError(`limit must be a whole number from 1 to ${mostRows}, not ${rows}.`);
  }
  return rows;
}
