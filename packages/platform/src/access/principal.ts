/** Who is calling. Every call has one: nothing is ever anonymous. */
export interface Principal {
  /** How they came in. */
  readonly kind: "internal" | "development" | "program";
  /** The user they act as; null for a service, whose items belong to nobody. */
  readonly userId: string | null;
  /** Whether every right is theirs. */
  readonly isSuperAdmin: boolean;
}

/** The deployment's own code: seeds, and `app.context(…)`. */
export const programPrincipal: Principal = { kind: "program", userId: null, isSuperAdmin: true };
