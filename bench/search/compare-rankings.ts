import type { CollectionQuery } from "./read-collection.ts";
import { type RankingScore, scoreRanking } from "./score-ranking.ts";

export interface RankedVectors {
  readonly passages: readonly { readonly document: string; readonly vector: Float32Array | undefined }[];
  /** In the order of the judged queries. */
  readonly queries: readonly Float32Array[];
}

export interface RankingFigures extends RankingScore {
  /** How the scores of a document's passages become one. */
  readonly name: string;
}

/** From the similarities of a document's passages, the best first. */
const scores: Readonly<Record<string, (similarities: readonly number[]) => number>> = {
  "best passage": ([best = 0]) => best,
  "mean of the best two": ([best = 0, next = best]) => (best + next) / 2,
  "mean of all": (similarities) => mean(similarities),
};

/** How well the documents are ranked, in each way to score a document by its passages. */
export function compareRankings(queries: readonly CollectionQuery[], ranked: RankedVectors): readonly RankingFigures[] {
  const similarities = ranked.queries.map((query) => similaritiesByDocument(query, ranked));
  return Object.entries(scores).map(([name, score]) => {
    const figures = queries.map(({ judgements }, index) =>
      scoreRanking(rank(similarities[index] ?? new Map(), score), judgements),
    );
    return { name, ndcg: mean(figures.map(({ ndcg }) => ndcg)), recall: mean(figures.map(({ recall }) => recall)) };
  });
}

function similaritiesByDocument(query: Float32Array, { passages }: RankedVectors): Map<string, number[]> {
  const byDocument = new Map<string, number[]>();
  for (const { document, vector } of passages) {
    const similarity = vector?.reduce((sum, number, index) => sum + number * (query[index] ?? 0), 0) ?? 0;
    const others = byDocument.get(document);
    if (others) others.push(similarity);
    else byDocument.set(document, [similarity]);
  }
  for (const similarities of byDocument.values()) similarities.sort((one, other) => other - one);
  return byDocument;
}

function rank(
  similarities: ReadonlyMap<string, readonly number[]>,
  score: (some: readonly number[]) => number,
): string[] {
  const scored = [...similarities].map(([document, some]) => ({ document, score: score(some) }));
  return scored.sort((one, other) => other.score - one.score).map(({ document }) => document);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
