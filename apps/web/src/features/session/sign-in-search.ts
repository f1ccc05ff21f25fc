export interface SignInSearch {
  /** Where to go afterwards: a path of this frontend. */
  readonly next?: string;
}

/** An address of somewhere else is left out: a link must not lead people away after they signed in. */
export function parseSignInSearch(search: Readonly<Record<string, unknown>>): SignInSearch {
  const { next } = search;
  const isPath = typeof next === "string" && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in");
  return isPath ? { next } : {};
}
