import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { type OpenIdProblem, OpenIdSignInError } from "../foundation/errors.ts";

/** What went wrong with a provider, in words for the person at the browser. */
export function openIdError(error: unknown): OpenIdSignInError {
  return error instanceof OpenIdSignInError ? error : new OpenIdSignInError(problemOf(error), { cause: error });
}

function problemOf(error: unknown): OpenIdProblem {
  if (error instanceof AuthorizationResponseError) return error.error === "access_denied" ? "declined" : "failed";
  // The code was used before, or has expired.
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "stale" : "failed";
  return isUnreachable(error) ? "unreachable" : "failed";
}

const noAnswer = new Set(["OAUTH_TIMEOUT", "OAUTH_RESPONSE_IS_NOT_CONFORM"]);

function isUnreachable(error: unknown): boolean {
  if (error instanceof ClientError) return noAnswer.has(error.code ?? "");
  return error instanceof TypeError && error.message === "fetch failed";
}

/** What the log is told. Chosen one by one: errors of the protocol carry whole answers, tokens included. */
export function openIdFacts({ problem, cause }: OpenIdSignInError): Readonly<Record<string, unknown>> {
  if (!(cause instanceof Error)) return { problem };
  const {
    code,
    error,
    error_description: description,
  } = cause as { code?: unknown; error?: unknown; error_description?: unknown };
  const reason = cause.cause instanceof Error ? cause.cause.message : undefined;
  return { problem, message: cause.message, reason, code, error, description };
}
