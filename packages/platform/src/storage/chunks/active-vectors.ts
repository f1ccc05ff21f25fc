import type { EmbeddingModel } from "../../definitions/embedder.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { Database } from "../database.ts";
import type { VectorColumn } from "../tables/chunk-tables.ts";
import { readVectorSets } from "./vector-sets.ts";

/** The vectors that are searched, and the model that they are made with. */
export interface ActiveVectors {
  readonly column: VectorColumn;
  readonly model: EmbeddingModel;
}

/** Looks again after two seconds: the vectors that were searched before a move stay, and are right for a while longer. */
export async function activeVectors(database: Database, resource: Resource): Promise<ActiveVectors> {
  const known = remembered(database).get(resource);
  if (known && known.until > Date.now()) return known.vectors;
  const vectors = await readActiveVectors(database, resource);
  remembered(database).set(resource, { vectors, until: Date.now() + rememberedInMilliseconds });
  return vectors;
}

export function forgetActiveVectors(database: Database, resource: Resource): void {
  remembered(database).delete(resource);
}

const rememberedInMilliseconds = 2000;

interface Remembered {
  readonly vectors: ActiveVectors;
  readonly until: number;
}

const everything = new WeakMap<Database, WeakMap<Resource, Remembered>>();

function remembered(database: Database): WeakMap<Resource, Remembered> {
  const known = everything.get(database) ?? new WeakMap();
  everything.set(database, known);
  return known;
}

async function readActiveVectors(database: Database, resource: Resource): Promise<ActiveVectors> {
  const { active, models } = await readVectorSets(database, resource);
  const id = models.get(active);
  const model = declaredModels(resource).find((each) => each.id === id);
  if (!model) throw new Error(`${resource.id} is embedded with ${id}, which is not declared here: start again.`);
  return { column: active, model };
}

export function declaredModels({ search }: Resource): readonly EmbeddingModel[] {
  const { model, previousModel } = search?.embedder ?? {};
  return [model, previousModel].filter((each) => each !== undefined);
}
