import type { SearchCutoffs, SearchExpand } from "./search.ts";

interface Range {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

const share: Range = { least: 0, most: 1, isWhole: false };
/** Most chunks that come along on each side. */
export const mostNeighbours = 20;
const neighbours: Range = { least: 0, most: mostNeighbours, isWhole: true };

/** The numbers of a search, by option, and what each may be. */
const cutoffRanges: Readonly<Record<keyof SearchCutoffs, Range>> = {
  cosineDistance: share,
  hybrid: share,
  tsvector: { least: 0, most: Number.MAX_VALUE, isWhole: false },
};
const expandRanges: Readonly<Record<keyof SearchExpand, Range>> = { before: neighbours, after: neighbours };

export const fullTextShareRange = share;
export const maxRetrievalResultsRange: Range = { least: 1, most: 100, isWhole: true };
/** More can't be indexed. */
export const dimensionsRange: Range = { least: 1, most: 2000, isWhole: true };

/** What is wrong with cutoffs, each with the name of the option. */
export function cutoffProblems(cutoffs: object): string[] {
  return memberProblems("cutoffs", cutoffs, cutoffRanges);
}

/** What is wrong with the neighbours that are wanted, each with the name of the option. */
export function expandProblems(expand: object): string[] {
  return memberProblems("expand", expand, expandRanges);
}

export function rangeProblem(value: unknown, { least, most, isWhole }: Range): string | undefined {
  const isNumber = typeof value === "number" && Number.isFinite(value) && (!isWhole || Number.isInteger(value));
  if (isNumber && value >= least && value <= most) return undefined;
  const kind = isWhole ? "a whole number" : "a number";
  return `must be ${kind} from ${least}${most < Number.MAX_VALUE ? ` to ${most}` : ""}`;
}

function memberProblems(what: string, given: object, ranges: Readonly<Record<string, Range>>): string[] {
  if (typeof given !== "object" || given === null) return [`${what} must be an object`];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const range = Object.hasOwn(ranges, name) ? ranges[name] : undefined;
    if (!range) return [`${what} has no option "${name}"; it takes ${Object.keys(ranges).join(", ")}`];
    const problem = rangeProblem(value, range);
    return problem ? [`${what}.${name} ${problem}`] : [];
  });
}
