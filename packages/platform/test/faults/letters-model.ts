import type { EmbeddingModel } from "@platform/server";

/** A model in which every letter has a direction of its own. */
export function lettersModel(id: string, dimensions: number): EmbeddingModel {
  return {
    id,
    dimensions,
    embed: async (texts) =>
      texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const letter of text) {
          const direction = letter.charCodeAt(0) % dimensions;
          vector[direction] = (vector[direction] ?? 0) + 1;
        }
        const length = Math.hypot(...vector) || 1;
        return vector.map((value) => value / length);
      }),
  };
}
