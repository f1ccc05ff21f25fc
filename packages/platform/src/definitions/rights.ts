/** Who may read an item besides its creator: nobody, the granted users or roles, or everyone signed in. */
export type RightsMode = "private" | "users" | "roles" | "public";

/** Writing includes reading. */
export type Right = "read" | "write";

export interface Grant {
  /** The id of the user or the role. */
  readonly id: string;
  readonly rights: Right;
}

/** The rights on one item, as they are stored and shown. */
export interface RightsGrants {
  readonly type: RightsMode;
  readonly users: readonly Grant[];
  readonly roles: readonly Grant[];
}

/** A change of the rights on one item: a list that is given replaces the old one. */
export interface RightsInput {
  /** Default: `users` when users are granted, else `roles`, else `private`. */
  readonly type?: RightsMode | null;
  readonly users?: readonly Grant[] | null;
  readonly roles?: readonly Grant[] | null;
}

export const rightsModes: readonly RightsMode[] = ["private", "users", "roles", "public"];
export const rights: readonly Right[] = ["read", "write"];
