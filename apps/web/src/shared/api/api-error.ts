/** Why a call failed, in words that can be shown. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** `NETWORK` when no answer came; otherwise the platform's code. */
  readonly code: string;
  /** With it, whoever runs the platform finds the details. */
  readonly requestId: string | undefined;
  /** The root field, or its alias, that failed; undefined when the whole call did. */
  readonly field: string | undefined;

  constructor(
    message: string,
    facts: { readonly code: string; readonly requestId?: string | undefined; readonly field?: string | undefined },
  ) {
    super(message);
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.field = facts.field;
  }
}

/** The platform's sentences are made for programs; these are for people. */
const sentences: Readonly<Record<string, string>> = {
  ACCESS_CONTROL: "Your role does not allow this.",
  FORBIDDEN: "You can see this, but you may not change it.",
  UNAUTHORIZED: "Only super admins can do this.",
  NOT_FOUND: "This does not exist, or you may not see it.",
  RATE_LIMITED: "Too many requests. Try again in a minute.",
};

export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return sentences[error.code] ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

export function isApiError(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}
