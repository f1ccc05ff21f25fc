import { createHash } from "node:crypto";
import type { EmbeddingModel } from "../../src/definitions/embedder.ts";

export interface WordModelOptions {
  readonly id?: string;
  /** Default 64. */
  readonly dimensions?: number;
}

export interface WordModel extends EmbeddingModel {
  /** Every text that was embedded, since it was last emptied. */
  readonly embedded: string[];
  /** While set, every call fails with it. */
  failure: Error | undefined;
  /** While set, calls wait for it. */
  gate: Promise<void> | undefined;
  /** How many calls wait at the gate. */
  waiting: number;
}

/** A model for tests: each word has a direction of its own, and a text is the sum of its words. Fast, and always the same. */
export function wordModel({ id = "words", dimensions = 64 }: WordModelOptions = {}): WordModel {
  const model: WordModel = {
    id,
    dimensions,
    embedded: [],
    failure: undefined,
    gate: undefined,
    waiting: 0,
    embed: async (texts) => {
      model.waiting += 1;
      await model.gate;
      model.waiting -= 1;
      if (model.failure) throw model.failure;
      model.embedded.push(...texts);
      return texts.map((text) => textVector(text, dimensions));
    },
  };
  return model;
}

function textVector(text: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["nothing"]) {
    const digest = createHash("sha512").update(word).digest();
    for (let index = 0; index < dimensions; index++) sum[index] = (sum[index] ?? 0) + (digest[index % 64] ?? 0) - 127.5;
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}
