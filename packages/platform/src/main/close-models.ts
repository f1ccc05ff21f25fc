import type { Resource } from "../definitions/resource.ts";
import { declaredModels } from "../storage/chunks/active-vectors.ts";

/** Ends the threads and connections of the embedding models; nothing may be indexed or searched any more. */
export async function closeModels(resources: readonly Resource[]): Promise<void> {
  const models = new Set(resources.flatMap(declaredModels));
  await Promise.all([...models].map((model) => model.close?.()));
}
