import { type ResultState, resultStateNames } from "./result-states.ts";

type Search = Readonly<Record<string, unknown>>;

export type EvalsTab = "runs" | "sets" | "cases";

/** What the address of the list says. */
export interface EvalsSearch {
  readonly tab?: EvalsTab;
  /** The words that cases are searched for. */
  readonly q?: string;
  readonly page?: number;
}

export function parseEvalsSearch(search: Search): EvalsSearch {
  const { tab, q } = search;
  return {
    ...((tab === "sets" || tab === "cases") && { tab }),
    ...((typeof q === "string" || typeof q === "number") && q !== "" && { q: String(q) }),
    ...pageIn(search),
  };
}

/** The set that a new case or run is for. */
export interface ForSetSearch {
  readonly set?: string;
}

export function parseForSetSearch(search: Search): ForSetSearch {
  return textIn(search, "set");
}

export type RunTab = "results" | "settings" | "rights";

export interface RunSearch extends ForSetSearch {
  readonly tab?: RunTab;
  /** Only the cases in this state. */
  readonly only?: ResultState;
  readonly page?: number;
  /** The case that is looked at. */
  readonly case?: string;
}

export function parseRunSearch(search: Search): RunSearch {
  const { tab, only } = search;
  const state = resultStateNames.find((each) => each === only);
  return {
    ...((tab === "settings" || tab === "rights") && { tab }),
    ...(state && { only: state }),
    ...pageIn(search),
    ...textIn(search, "case"),
    ...textIn(search, "set"),
  };
}

/** The two runs that are compared. */
export interface CompareSearch {
  readonly a?: string;
  readonly b?: string;
  readonly page?: number;
}

export function parseCompareSearch(search: Search): CompareSearch {
  return { ...textIn(search, "a"), ...textIn(search, "b"), ...pageIn(search) };
}

function pageIn({ page }: Search): { readonly page?: number } {
  return typeof page === "number" && Number.isInteger(page) && page > 1 ? { page } : {};
}

function textIn<Name extends string>(search: Search, name: Name): { readonly [Key in Name]?: string } {
  const value = search[name];
  return typeof value === "string" && value !== "" ? ({ [name]: value } as { readonly [Key in Name]: string }) : {};
}
