import type { Grant, Rights } from "../../shared/workspace/rights.ts";

/** As people think of it: for its creator, for some, for all. */
export type Audience = "creator" | "chosen" | "everyone";

export interface RightsDraft {
  readonly audience: Audience;
  readonly users: readonly Grant[];
  readonly roles: readonly Grant[];
}

const audiences = { private: "creator", users: "chosen", roles: "chosen", public: "everyone" } as const;

export function toDraft({ type, users, roles }: Rights): RightsDraft {
  return { audience: audiences[type], users: users ?? [], roles: roles ?? [] };
}

export function toRights({ audience, users, roles }: RightsDraft): Rights {
  switch (audience) {
    // Grants that count for nothing now would count again the day the mode is changed.
    case "creator":
      return { type: "private", users: [], roles: [] };
    case "everyone":
      return { type: "public", users: users.filter(isWrite), roles: roles.filter(isWrite) };
    case "chosen":
      return { type: users.length > 0 || roles.length === 0 ? "users" : "roles", users, roles };
  }
}

/** Why a draft can't be saved; undefined when it can. */
export function draftProblem({ audience, users, roles }: RightsDraft): string | undefined {
  return audience === "chosen" && users.length + roles.length === 0 ? "Choose at least one person or role." : undefined;
}

function isWrite({ rights }: Grant): boolean {
  return rights === "write";
}
