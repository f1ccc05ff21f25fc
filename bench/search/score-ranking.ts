/** How good one ranking is, 0 to 1. */
export interface RankingScore {
  /** Normalised discounted cumulative gain of the first ten. */
  readonly ndcg: number;
  /** The share of the relevant documents that is among the first hundred. */
  readonly recall: number;
}

/** As trec_eval does it: the gain of a document is its judgement. */
export function scoreRanking(ranking: readonly string[], judgements: ReadonlyMap<string, number>): RankingScore {
  const gains = ranking.slice(0, 10).map((id) => judgements.get(id) ?? 0);
  const best = [...judgements.values()].sort((one, other) => other - one).slice(0, 10);
  const found = ranking.slice(0, 100).filter((id) => judgements.has(id));
  return { ndcg: discounted(gains) / discounted(best), recall: found.length / judgements.size };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
