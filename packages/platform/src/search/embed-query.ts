import type { Resource } from "../definitions/resource.ts";
import { traced } from "../foundation/tracing.ts";
import { activeVectors } from "../storage/chunks/active-vectors.ts";
import { vectorText } from "../storage/chunks/replace-chunks.ts";
import type { Database } from "../storage/database.ts";
import type { QueryVector } from "./ranking.ts";

/** The vector of what is searched for. Models remember those of the last queries themselves. */
export async function embedQuery(database: Database, resource: Resource, text: string): Promise<QueryVector> {
  const { model, column } = await activeVectors(database, resource);
  const attributes = { "gen_ai.operation.name": "embeddings", "gen_ai.request.model": model.id };
  const [vector] = await traced("embed query", { kind: "client", attributes }, () =>
    model.embed([text], { purpose: "query" }),
  );
  if (vector?.length !== model.dimensions) {
    throw new Error(`The model ${model.id} gave ${vector?.length ?? 0} numbers instead of ${model.dimensions}.`);
  }
  return { text: vectorText(vector), column };
}
