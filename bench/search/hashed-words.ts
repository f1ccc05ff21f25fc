import type { EmbeddingModel } from "@platform/server";

const dimensions = 384;
const directions = new Map<string, Float32Array>();

/** Each word has a direction of its own, and a text is the sum of its words: like a real model in size and spread, but quick. */
export const hashedWords: EmbeddingModel = {
  id: "hashed-words",
  dimensions,
  embed: async (texts) => texts.map(textVector),
};

function textVector(text: string): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? ["nothing"]) {
    const direction = directionOf(word);
    for (let index = 0; index < dimensions; index++) sum[index] = (sum[index] ?? 0) + (direction[index] ?? 0);
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function directionOf(word: string): Float32Array {
  const known = directions.get(word);
  if (known) return known;
  let state = 2_166_136_261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  const direction = Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  directions.set(word, direction);
  return direction;
}
