import type { EmbeddingModel } from "../definitions/embedder.ts";
import type { Resource } from "../definitions/resource.ts";
import { forgetActiveVectors } from "../storage/chunks/active-vectors.ts";
import { countVectors } from "../storage/chunks/missing-vectors.ts";
import { lockVectorSets, prepareVectorColumn, readVectorSets, writeVectorSets } from "../storage/chunks/vector-sets.ts";
import type { Database } from "../storage/database.ts";
import { vectorColumns } from "../storage/tables/chunk-tables.ts";

/** `current`: the vectors of this model are searched already, and none are being made any more. */
export type BegunMove = "begun" | "current";

/** From now on vectors of this model are to be made, beside those that are searched. Those that were made before are kept. */
export function beginMove(database: Database, resource: Resource, model: EmbeddingModel): Promise<BegunMove> {
  return database.transaction(async () => {
    await lockVectorSets(database, resource);
    const { active, models } = await readVectorSets(database, resource);
    if (models.get(active) === model.id) {
      await writeVectorSets(database, resource, { active, building: undefined });
      return "current";
    }
    const building = vectorColumns.find((column) => column !== active) ?? active;
    if (models.get(building) !== model.id) await prepareVectorColumn(database, resource, { column: building, model });
    await writeVectorSets(database, resource, { active, building });
    return "begun";
  });
}

/** Searches the vectors that were being made, if every chunk has one. Nobody writes chunks meanwhile. */
export async function finishMove(database: Database, resource: Resource): Promise<boolean> {
  const isDone = await database.transaction(async () => {
    await lockVectorSets(database, resource);
    const { building } = await readVectorSets(database, resource);
    if (!building) return true;
    const { made, total } = await countVectors(database, resource, building);
    if (made < total) return false;
    await writeVectorSets(database, resource, { active: building, building: undefined });
    return true;
  });
  if (isDone) forgetActiveVectors(database, resource);
  return isDone;
}
