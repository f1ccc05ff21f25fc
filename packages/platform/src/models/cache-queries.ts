import { LRUCache } from "lru-cache";
import type { EmbeddingModel } from "../definitions/embedder.ts";

/** About 4,000 queries of a model with 384 numbers. */
const mostBytes = 8_000_000;

/** A model that remembers the vectors of what was searched for last: people page, refine and search for the same things. */
export function cacheQueries(model: EmbeddingModel): EmbeddingModel {
  const known = new LRUCache<string, Float32Array>({
    maxSize: mostBytes,
    sizeCalculation: (vector, text) => vector.byteLength + 2 * text.length + 1,
  });
  return {
    get id() {
      return model.id;
    },
    dimensions: model.dimensions,
    async embed(texts, options) {
      if (options.purpose !== "query") return model.embed(texts, options);
      const found = new Map(texts.map((text) => [text, known.get(text)]));
      const missing = [...found].flatMap(([text, vector]) => (vector ? [] : [text]));
      const vectors = missing.length > 0 ? await model.embed(missing, options) : [];
      missing.forEach((text, index) => {
        found.set(text, vectors[index]);
        known.set(text, vectors[index]);
      });
      return texts.flatMap((text) => found.get(text) ?? []);
    },
    close: async () => model.close?.(),
  };
}
