import { GraphQLError, type GraphQLFormattedError } from "graphql";
import { PlatformError } from "../foundation/errors.ts";

/** Told about errors that nobody foresaw, with the id that the caller was given. */
export type ReportUnexpected = (error: unknown, requestId: string) => void;

export interface FormatOptions {
  readonly requestId: string;
  readonly report: ReportUnexpected;
}

/** What a caller sees of an error: the message if it is meant for them, and otherwise only an id to ask about. */
export function formatError(error: GraphQLError, { requestId, report }: FormatOptions): GraphQLFormattedError {
  const cause = foreseen(error.originalError) ?? error.originalError ?? undefined;
  const place = {
    ...(error.locations && { locations: error.locations }),
    ...(error.path && { path: error.path }),
  };
  if (cause instanceof PlatformError) {
    if (cause.code === "INTERNAL") report(cause, requestId);
    return { message: cause.message, ...place, extensions: { code: cause.code, requestId } };
  }
  // An error with a path but no cause is the executor's own: a resolver broke the schema's promise.
  if (cause instanceof GraphQLError || (cause === undefined && error.path === undefined)) {
    const code = error.extensions.code ?? cause?.extensions.code ?? "BAD_USER_INPUT";
    return { message: error.message, ...place, extensions: { code, requestId } };
  }
  report(cause ?? error, requestId);
  const message = `Something went wrong on our side. Please give this id to whoever runs the platform: ${requestId}`;
  return { message, ...place, extensions: { code: "INTERNAL", requestId } };
}

/** The queue library is given errors that it knows how to wait for; what they mean to a caller is then their cause. */
function foreseen(error: Error | null | undefined): PlatformError | undefined {
  return error?.cause instanceof PlatformError ? error.cause : undefined;
}
