import type { EmbeddingModel } from "../definitions/embedder.ts";

/** The vector of what is searched for. Models remember those of the last queries themselves. */
export async function embedQuery(model: EmbeddingModel, text: string): Promise<Float32Array> {
  const [vector] = await model.embed([text], { purpose: "query" });
  if (vector?.length !== model.dimensions) {
    throw new Error(`The model ${model.id} gave ${vector?.length ?? 0} numbers instead of ${model.dimensions}.`);
  }
  return vector;
}
