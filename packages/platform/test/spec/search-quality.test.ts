import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { graphqlClient } from "../../../../bench/search/graphql-client.ts";
import { loadCollection, measureQuality, type QualityFigures } from "../../../../bench/search/measure-quality.ts";
import { documents } from "../../../../bench/search/platform.config.ts";
import { type Collection, readCollection } from "../../../../bench/search/read-collection.ts";
import { PlatformApp } from "../../src/definitions/app.ts";
import { isOnPostgres } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const folder = fileURLToPath(new URL("../../../../bench/search/collection", import.meta.url));

/**
 * The local model and default settings, asked as any client asks: what `npm run bench -- quality` measures. Once, because
 * the model takes its time, and the rankings of both databases are compared elsewhere.
 */
describe.skipIf(isOnPostgres)(
  "The quality of a search, on the collection of the repository",
  { timeout: 600_000 },
  () => {
    let platform: TestPlatform;
    let collection: Collection;
    let figures: readonly QualityFigures[];

    beforeAll(async () => {
      collection = await readCollection(folder);
      platform = await startTestPlatform(new PlatformApp({ contexts: [documents] }));
      const ask = graphqlClient({
        origin: platform.url,
        headers: { "content-type": "application/json", "x-api-key": developmentKey },
      });
      await loadCollection(ask, collection);
      figures = await measureQuality(ask, collection);
    }, 600_000);
    afterAll(() => platform.close());

    test("is measured with at least 150 documents and 60 judged queries", () => {
      expect(collection.documents.length).toBeGreaterThanOrEqual(150);
      expect(collection.queries.length).toBeGreaterThanOrEqual(60);
    });

    test.each([
      ["cosineDistance", 0.89, 0.98],
      ["tsvector", 0.66, 0.8],
      ["hybridSearch", 0.86, 0.98],
    ])("by %s does not fall below nDCG@10 %d and Recall@100 %d", (method, ndcg, recall) => {
      const found = figures.find((each) => each.method === method);

      expect(found?.ndcg).toBeGreaterThanOrEqual(ndcg);
      expect(found?.recall).toBeGreaterThanOrEqual(recall);
    });
  },
);
