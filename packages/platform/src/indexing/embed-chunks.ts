import { createHash } from "node:crypto";
import type { EmbeddingModel } from "../definitions/embedder.ts";
import { traced } from "../foundation/tracing.ts";
import type { ChunkRecord } from "../storage/chunks/replace-chunks.ts";
import type { ItemChunk } from "./chunk-item.ts";

export interface EmbedChunksOptions {
  /** The hashes of chunks that are stored already: they need no new vector. */
  readonly stored: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** The chunks with the vectors that are not stored yet. The same text is embedded once. */
export async function embedChunks(
  model: EmbeddingModel,
  chunks: readonly ItemChunk[],
  { stored, signal }: EmbedChunksOptions,
): Promise<readonly ChunkRecord[]> {
  const hashed = chunks.map((chunk) => ({ ...chunk, hash: chunkHash(chunk) }));
  const missing = new Map(hashed.filter(({ hash }) => !stored.has(hash)).map((chunk) => [chunk.hash, chunk]));
  const vectors = await embedPassages(model, [...missing.values()], signal);
  const byHash = new Map([...missing.keys()].map((hash, index) => [hash, vectors[index]]));
  return hashed.map((chunk) => ({ ...chunk, vector: byHash.get(chunk.hash) }));
}

/** A title says what a passage is about that does not say so itself. */
function embeddedText({ title, content }: Pick<ItemChunk, "title" | "content">): string {
  return title === "" || content.startsWith(title) ? content : `${title}\n${content}`;
}

/** Not of the model: which one a vector is made with, its column says. */
function chunkHash({ title, content }: ItemChunk): string {
  return createHash("sha256")
    .update(JSON.stringify([title, content]))
    .digest("base64url");
}

/** The vectors of passages, checked. */
export async function embedPassages(
  model: EmbeddingModel,
  passages: readonly Pick<ItemChunk, "title" | "content">[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  if (passages.length === 0) return [];
  const texts = passages.map(embeddedText);
  const attributes = { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": model.id };
  const vectors = await traced("embed passages", { kind: "client", attributes }, () =>
    model.embed(texts, { purpose: "passage", ...(signal && { signal }) }),
  );
  if (vectors.length !== texts.length) {
    throw new Error(`The model ${model.id} gave ${vectors.length} vectors for ${texts.length} texts.`);
  }
  for (const vector of vectors) checkVector(model, vector);
  return vectors;
}

/** A vector of another size, or with gaps, would fail in the database or, worse, be found everywhere. */
function checkVector({ id, dimensions }: EmbeddingModel, vector: Float32Array): void {
  if (vector.length !== dimensions) {
    throw new Error(`The model ${id} gave a vector of ${vector.length} numbers instead of ${dimensions}.`);
  }
  if (!vector.every(Number.isFinite)) throw new Error(`The model ${id} gave a vector that holds no numbers.`);
}
