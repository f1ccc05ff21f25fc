/** Machine-readable reasons, sent to clients as `extensions.code`. */
export type ErrorCode =
  | "NOT_FOUND"
  | "FORBIDDEN"
  | "ACCESS_CONTROL"
  | "UNAUTHENTICATED"
  | "UNAUTHORIZED"
  | "RATE_LIMITED"
  | "BAD_USER_INPUT"
  | "CONFLICT"
  | "TOOL_FAILED"
  | "INTERNAL";

/** An error whose message is meant for the person who made the call. Every other error is masked. */
export abstract class PlatformError extends Error {
  abstract readonly code: ErrorCode;
}

/** The record does not exist, or the caller may not see it: the two are not told apart. */
export class RecordNotFoundError extends PlatformError {
  override readonly name = "RecordNotFoundError";
  readonly code = "NOT_FOUND";

  constructor() {
    super("Record not found");
  }
}

/** The caller sees the record but may not change it. */
export class InsufficientPermissionsError extends PlatformError {
  override readonly name = "InsufficientPermissionsError";
  readonly code = "FORBIDDEN";

  constructor() {
    super("Insufficient permissions");
  }
}

/** The caller's role gives no permission on this kind of thing. */
export class AccessControlError extends PlatformError {
  override readonly name = "AccessControlError";
  readonly code = "ACCESS_CONTROL";

  constructor() {
    super("Access control error");
  }
}

/** Only super admins may do this. */
export class NotAuthorizedError extends PlatformError {
  override readonly name = "NotAuthorizedError";
  readonly code = "UNAUTHORIZED";

  constructor() {
    super("You are not authorized");
  }
}

/** The caller's API key was used too often in this window. */
export class RateLimitError extends PlatformError {
  override readonly name = "RateLimitError";
  readonly code = "RATE_LIMITED";

  constructor() {
    super("Rate limit exceeded. Try again in 60 seconds.");
  }
}

/** The tokens of the day are used up. */
export class BudgetSpentError extends PlatformError {
  override readonly name = "BudgetSpentError";
  readonly code = "RATE_LIMITED";

  constructor(whose: string, most: number) {
    super(`The tokens of today are used up: ${whose} may use ${most} in a day. It goes on at midnight UTC.`);
  }
}

/** The address or the password is wrong, or the account is suspended: the three are not told apart. */
export class InvalidCredentialsError extends PlatformError {
  override readonly name = "InvalidCredentialsError";
  readonly code = "UNAUTHENTICATED";

  constructor() {
    super("The e-mail address or the password is wrong.");
  }
}

/** Why a sign-in with an OpenID Connect provider came to nothing. */
export type OpenIdProblem = keyof typeof openIdProblems;

/** None of them tells more than people know, or may know, of themselves: the provider has said who they are. */
const openIdProblems = {
  stale: "This sign-in took too long, was used before, or was begun in another browser. Start again.",
  declined: "The sign-in was cancelled at the provider.",
  unverified: "The provider has not confirmed your e-mail address. Confirm it there, then sign in again.",
  suspended: "This account is suspended. Ask whoever runs the platform.",
  unreachable: "The sign-in provider does not answer. Try again shortly.",
  failed: "The provider did not let you sign in. Start again, or ask whoever runs the platform.",
} as const;

export class OpenIdSignInError extends PlatformError {
  override readonly name = "OpenIdSignInError";
  readonly code = "UNAUTHENTICATED";
  readonly problem: OpenIdProblem;

  constructor(problem: OpenIdProblem, options?: ErrorOptions) {
    super(openIdProblems[problem], options);
    this.problem = problem;
  }
}

/** Too many attempts to sign in to one account, or from one address. */
export class TooManyAttemptsError extends PlatformError {
  override readonly name = "TooManyAttemptsError";
  readonly code = "RATE_LIMITED";
  readonly retryInSeconds: number;

  constructor(retryInSeconds: number) {
    super(`Too many attempts. Try again in ${retryInSeconds} seconds.`);
    this.retryInSeconds = retryInSeconds;
  }
}

/** No valid credential came with the request. */
export class InvalidTokenError extends PlatformError {
  override readonly name = "InvalidTokenError";
  readonly code = "UNAUTHENTICATED";

  constructor() {
    super("Invalid token");
  }
}

/** What was asked is malformed; the message says what would be right. */
export class BadInputError extends PlatformError {
  override readonly name = "BadInputError";
  readonly code = "BAD_USER_INPUT";
}

/** The model of an agent has failed in the middle of an answer. */
export class AgentFailedError extends PlatformError {
  override readonly name = "AgentFailedError";
  readonly code = "BAD_USER_INPUT";

  constructor(agent: string, reason: string) {
    super(`The agent "${agent}" failed: ${reason}`);
  }
}

/** What was asked clashes with what is stored. */
export class ConflictError extends PlatformError {
  override readonly name = "ConflictError";
  readonly code = "CONFLICT";
}

/** The database cannot be reached, or gave up in the middle of the work. The reason is for the log, not for callers. */
export class DatabaseUnavailableError extends PlatformError {
  override readonly name = "DatabaseUnavailableError";
  readonly code = "INTERNAL";
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super("The database is unavailable. Nothing was confirmed; try again shortly.", options);
    this.reason = reason;
  }
}

/** Why a start was refused: everything that is wrong, at once, for the deployer to read. */
export class StartRefusedError extends Error {
  override readonly name = "StartRefusedError";
  readonly faults: readonly string[];

  constructor(headline: string, faults: readonly string[]) {
    super([headline, ...faults.map((fault) => `  - ${fault}`)].join("\n"));
    this.faults = faults;
  }
}

/** A model cannot be run or reached, or answers with what is no answer. The reason is for the log, not for callers. */
export class ModelUnavailableError extends PlatformError {
  override readonly name: string = "ModelUnavailableError";
  readonly code = "INTERNAL";
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super("The model is unavailable. Try again shortly.", options);
    this.reason = reason;
  }
}

/** The file is larger than files may be. */
export class FileTooLargeError extends PlatformError {
  override readonly name = "FileTooLargeError";
  readonly code = "BAD_USER_INPUT";

  constructor(mostBytes: number) {
    super(`The file is larger than ${mostBytes / (1024 * 1024)} MB.`);
  }
}

/** The file is of a kind that is not taken here, or not what its name says. */
export class FileTypeError extends PlatformError {
  override readonly name = "FileTypeError";
  readonly code = "BAD_USER_INPUT";
}
