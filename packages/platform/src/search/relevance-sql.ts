import { literal, type SqlFragment, sql } from "../storage/sql.ts";
import type { Ranking } from "./ranking.ts";

/** The full-text rank at which a hybrid score has half of what full text can give: typical of a good match. */
const halfway = literal("10");

/** How well a chunk fits, out of its `distance` and `rank`: by this, hits are put in order. */
export function relevance({ method, resource }: Ranking): SqlFragment {
  if (method === "cosineDistance") return literal("1 - distance");
  if (method === "tsvector") return literal("rank");
  const share = sql`${resource.search.fullTextShare}::float8`;
  return sql`(${share} * rank / (rank + ${halfway}) + (1 - ${share}) * greatest(1 - distance, 0))`;
}

/** In a hybrid search a hit of either arm counts; what an arm must reach is what its own method would ask for. */
export function cutoffCondition(ranking: Ranking): SqlFragment {
  const { method, cutoffs } = ranking;
  const near = given(cutoffs.cosineDistance, (most) => sql`distance <= ${most}::float8`);
  const worded = given(cutoffs.tsvector, (least) => sql`rank >= ${least}::float8`);
  if (method === "cosineDistance") return near ?? literal("true");
  if (method === "tsvector") return worded ?? literal("true");
  const total = given(cutoffs.hybrid, (least) => sql`${relevance(ranking)} >= ${least}::float8`) ?? literal("true");
  const arm = near || worded ? sql`(${near ?? literal("false")} or ${worded ?? literal("rank > 0")})` : literal("true");
  return sql`${arm} and ${total}`;
}

function given<Result>(value: number | null | undefined, use: (value: number) => Result): Result | undefined {
  return value === null || value === undefined ? undefined : use(value);
}
