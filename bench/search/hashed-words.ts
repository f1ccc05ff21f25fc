import type { EmbeddingModel } from "@platform/server";

const dimensions = 384;
const directions = new Map<string, Float32Array>();

/** Each word has a direction of its own, and a text is the sum of its words: of the size of a real model, but quick. */
export const hashedWords: EmbeddingModel = {
  id: "hashed-words",
  dimensions,
  embed: async (texts) => texts.map(textVector),
};

export function textVector(text: string): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? ["nothing"]) {
    const direction = directionOf(word);
    for (let index = 0; index < dimensions; index++) sum[index] = (sum[index] ?? 0) + (direction[index] ?? 0);
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/**
 * A point in a space of few dimensions, laid into one of many: vectors of real models are like that too, and an index of
 * vectors lives on it.
 */
function directionOf(word: string): Float32Array {
  const known = directions.get(word);
  if (known) return known;
  const place = randomNumbers(word, innerDimensions);
  const direction = new Float32Array(dimensions);
  for (const [inner, share] of place.entries()) {
    const axis = axes[inner] ?? [];
    for (let index = 0; index < dimensions; index++)
      direction[index] = (direction[index] ?? 0) + share * (axis[index] ?? 0);
  }
  directions.set(word, direction);
  return direction;
}

const innerDimensions = 40;
const axes = Array.from({ length: innerDimensions }, (_, axis) => randomNumbers(`axis ${axis}`, dimensions));

/** From -0.5 to 0.5, the same for the same text. */
function randomNumbers(text: string, count: number): readonly number[] {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}
