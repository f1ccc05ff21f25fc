export interface Grant {
  /** The id of the user or the role. */
  readonly id: string;
  readonly rights: "read" | "write";
}

/** Who may read and write an item, as the platform tells it. */
export interface Rights {
  readonly type: "private" | "users" | "roles" | "public";
  readonly users: readonly Grant[] | null;
  readonly roles: readonly Grant[] | null;
}

/** How they are asked for. */
export const rightsSelection = "RBAC { type users { id rights } roles { id rights } }";
