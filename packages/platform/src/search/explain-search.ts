import type { Database } from "../storage/database.ts";
import { literal, type SqlFragment, sql } from "../storage/sql.ts";
import { withHits } from "./hits-sql.ts";
import type { Ranking } from "./ranking.ts";

/** What each part of a search did. Every number is of chunks that the caller may read. */
export interface Explanation {
  /** What was searched for, after rewriting, without signs. */
  readonly searched: string;
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
  /** `exact`: compared with every chunk in question. `index`: with the candidates of each arm. */
  readonly plan: "exact" | "index";
  /** The words as they are compared, how many chunks hold each, and what a match of it weighs; null without full text. */
  readonly words: readonly ExplainedWord[] | null;
  /** Chunks that hold one of the words; null without full text. */
  readonly worded: number | null;
  /** Chunks that the index of vectors came up with; null when it was not asked. */
  readonly near: number | null;
  /** Chunks that were found, after filters and cutoffs, before the limit. */
  readonly hits: number;
}

interface ExplainedWord {
  readonly word: string;
  readonly chunks: number;
  readonly weight: number;
}

export async function explainSearch(database: Database, ranking: Ranking): Promise<Explanation> {
  const { query, method, plan, vector } = ranking;
  const hasText = method !== "cosineDistance";
  const hasNear = plan.kind === "index" && vector !== undefined;
  const [counted] = await database.query<Pick<Explanation, "words" | "worded" | "near" | "hits">>(sql`
    ${withHits(ranking)}
    select ${hasText ? words : literal("null::jsonb")} as words,
      ${literal(hasText ? "(select count(*) from texts)" : "null::int")} as worded,
      ${literal(hasNear ? "(select count(*) from near)" : "null::int")} as near,
      (select count(*) from hits) as hits`);
  const { text: searched, phrases, excluded } = query;
  const facts = { searched, phrases, excluded, plan: plan.kind };
  return { ...facts, ...(counted ?? { words: null, worded: null, near: null, hits: 0 }) };
}

const words: SqlFragment = literal(`(
  select coalesce(jsonb_agg(jsonb_build_object('word', lexeme, 'chunks', holding, 'weight', weight)
    order by weight desc, lexeme), '[]') from weights
)`);
