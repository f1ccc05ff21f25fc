import { type Ask, inParallel } from "./graphql-client.ts";
import type { Collection } from "./read-collection.ts";
import { type RankingScore, scoreRanking } from "./score-ranking.ts";

const searchMethods = ["cosineDistance", "tsvector", "hybridSearch"] as const;

export interface QualityFigures extends RankingScore {
  readonly collection: string;
  readonly method: string;
}

const create = "mutation ($input: documentsInput!) { documentsCreateOne(input: $input) { item { id } } }";

/** Puts the documents in, one by one, as a client does: each is searchable when its answer comes. */
export async function loadCollection(ask: Ask, { documents }: Collection): Promise<void> {
  await inParallel(documents, 4, async ({ id, title, text }) => {
    await ask(create, { input: { title, text, external_id: id } });
  });
}

const search = `query ($query: String!, $method: VectorMethodEnum!) {
  documentsPagination(limit: 100, search: { query: $query, method: $method }) { items { external_id } }
}`;

/** Ranked lists of 100 items, for every judged query and method, held against the judgements. */
export async function measureQuality(ask: Ask, collection: Collection): Promise<readonly QualityFigures[]> {
  const figures: QualityFigures[] = [];
  for (const method of searchMethods) {
    const scores: RankingScore[] = [];
    await inParallel(collection.queries, 2, async ({ text, judgements }) => {
      const { documentsPagination } = await ask<{
        documentsPagination: { items: readonly { external_id: string }[] };
      }>(search, { query: text, method });
      scores.push(
        scoreRanking(
          documentsPagination.items.map((item) => item.external_id),
          judgements,
        ),
      );
    });
    const mean = (of: (score: RankingScore) => number) =>
      scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
    const [ndcg, recall] = [mean((score) => score.ndcg), mean((score) => score.recall)];
    figures.push({ collection: collection.name, method, ndcg, recall });
  }
  return figures;
}
