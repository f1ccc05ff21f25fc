import type { Resource } from "../definitions/resource.ts";
import { declaredModels } from "../storage/chunks/active-vectors.ts";
import {
  countVectors,
  readMissingVectors,
  type VectorCount,
  writeMissingVectors,
} from "../storage/chunks/missing-vectors.ts";
import { readVectorSets } from "../storage/chunks/vector-sets.ts";
import { embedPassages } from "./embed-chunks.ts";
import type { IndexingContext } from "./index-item.ts";
import { finishMove } from "./move-vectors.ts";

export interface BuildOptions {
  /** Hears how far it is, after each batch. */
  progress?(count: VectorCount): Promise<void> | void;
  /** Whether somebody else is to go on. Default: never. */
  isEnough?(): boolean;
}

/** `idle`: no vectors are to be made. `unfinished`: it was enough for now. */
export type BuildOutcome = "idle" | "unfinished" | "finished";

const batchSize = 64;

/**
 * Makes the vectors that a begun move still lacks, and then has them searched. Every batch is kept: whoever is cut off,
 * the next one goes on from there. Two at once do no harm, but some work twice.
 */
export async function buildVectors(
  indexing: IndexingContext,
  resource: Resource,
  { progress, isEnough }: BuildOptions = {},
): Promise<BuildOutcome> {
  const { database, signal } = indexing;
  for (let after = 0; ; ) {
    signal?.throwIfAborted();
    if (isEnough?.()) return "unfinished";
    // Each time: the move may have been called off, or have taken another turn.
    const { building, models } = await readVectorSets(database, resource);
    if (!building) return "idle";
    const model = declaredModels(resource).find(({ id }) => id === models.get(building));
    if (!model) throw new Error(`Vectors of ${models.get(building)} are to be made, which is not declared here.`);
    const missing = await readMissingVectors(database, resource, { column: building, after, limit: batchSize });
    if (missing.length > 0) {
      const vectors = await embedPassages(model, missing, signal);
      const numbered = missing.flatMap(({ number }, index) => {
        const vector = vectors[index];
        return vector ? [{ number, vector }] : [];
      });
      await writeMissingVectors(database, resource, { column: building, vectors: numbered });
      after = missing.at(-1)?.number ?? after;
      await progress?.(await countVectors(database, resource, building));
    } else if (await finishMove(database, resource)) return "finished";
    // Chunks have come meanwhile.
    else after = 0;
  }
}
