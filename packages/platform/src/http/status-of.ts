import { type ErrorCode, PlatformError } from "../foundation/errors.ts";

const statuses: Partial<Record<ErrorCode, number>> = {
  ...{ NOT_FOUND: 404, FORBIDDEN: 403, ACCESS_CONTROL: 403, UNAUTHORIZED: 403, UNAUTHENTICATED: 401 },
  ...{ RATE_LIMITED: 429, BAD_USER_INPUT: 400, CONFLICT: 409 },
};

/** The status of an answer outside GraphQL; undefined for what is no error of the caller's. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof PlatformError ? statuses[error.code] : undefined;
}
