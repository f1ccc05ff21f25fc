import type { EmbeddingModel as AiEmbeddingModel, embedMany } from "ai";
import type { EmbeddingModel, EmbedOptions } from "../definitions/embedder.ts";
import { ModelUnavailableError, StartRefusedError } from "../foundation/errors.ts";
import { cacheQueries } from "./cache-queries.ts";
import { unitVector } from "./unit-vector.ts";

type ProviderOptions = NonNullable<Parameters<typeof embedMany>[0]["providerOptions"]>;

export interface RemoteEmbeddingOptions {
  /** Numbers in a vector, as the model gives them. Checked against every answer. */
  readonly dimensions: number;
  /** Most texts in one request; the model's own limit holds too. Default 64. */
  readonly batchSize?: number;
  /** How often a request is made again that failed for a passing reason, with growing pauses. Default 3. */
  readonly retries?: number;
  /** Longer texts are cut, since most models refuse them. Default 24,000, about 6,000 tokens. */
  readonly maxCharacters?: number;
  /** Passed on to the model's provider. */
  readonly providerOptions?: ProviderOptions;
  /** In place of `providerOptions` for what is searched for, where the model treats that otherwise. */
  readonly queryProviderOptions?: ProviderOptions;
}

/** Makes any embedding model of the AI SDK one for the platform. */
export function remoteEmbedding(model: AiEmbeddingModel, options: RemoteEmbeddingOptions): EmbeddingModel {
  const id = typeof model === "string" ? model : `${model.provider}/${model.modelId}`;
  checkOptions(id, options);
  return cacheQueries({
    id: `${id}/${options.dimensions}`,
    dimensions: options.dimensions,
    embed: (texts, call) => embedInBatches(model, texts, { ...options, ...call, id }),
  });
}

function checkOptions(
  id: string,
  { dimensions, batchSize = 1, maxCharacters = 1, retries = 0 }: RemoteEmbeddingOptions,
): void {
  const least = {
    dimensions: [dimensions, 1],
    batchSize: [batchSize, 1],
    maxCharacters: [maxCharacters, 1],
    retries: [retries, 0],
  };
  const faults = Object.entries(least).flatMap(([name, [value = 0, lowest = 0]]) =>
    Number.isInteger(value) && value >= lowest
      ? []
      : [`${name} is ${value}; it must be a whole number from ${lowest} on`],
  );
  if (faults.length > 0) throw new StartRefusedError(`remoteEmbedding can't use ${id}:`, faults);
}

interface RemoteCall extends RemoteEmbeddingOptions, EmbedOptions {
  readonly id: string;
}

async function embedInBatches(model: AiEmbeddingModel, texts: readonly string[], call: RemoteCall) {
  const { batchSize = 64, maxCharacters = 24_000 } = call;
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += batchSize) {
    const batch = texts.slice(start, start + batchSize).map((text) => text.slice(0, maxCharacters).toWellFormed());
    vectors.push(...(await embedBatch(model, batch, call)));
  }
  return vectors;
}

async function embedBatch(model: AiEmbeddingModel, values: string[], call: RemoteCall): Promise<Float32Array[]> {
  const { purpose, signal, retries = 3 } = call;
  const providerOptions =
    purpose === "query" ? (call.queryProviderOptions ?? call.providerOptions) : call.providerOptions;
  // Loaded when it is used: a start should not wait for what many deployments never call.
  const { embedMany } = await import("ai");
  const { embeddings } = await embedMany({
    model,
    values,
    maxRetries: retries,
    maxParallelCalls: 2,
    ...(signal && { abortSignal: signal }),
    ...(providerOptions && { providerOptions }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new ModelUnavailableError(`${call.id}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  });
  if (embeddings.length !== values.length) {
    throw new ModelUnavailableError(`${call.id} gave ${embeddings.length} vectors for ${values.length} texts`);
  }
  return embeddings.map((numbers) => checkedVector(numbers, call));
}

function checkedVector(numbers: readonly number[], { id, dimensions }: RemoteCall): Float32Array {
  if (numbers.length !== dimensions) {
    throw new ModelUnavailableError(
      `${id} gave vectors of ${numbers.length} numbers where ${dimensions} were declared`,
    );
  }
  const vector = unitVector(numbers);
  if (!vector) throw new ModelUnavailableError(`${id} gave a vector without a direction`);
  return vector;
}
