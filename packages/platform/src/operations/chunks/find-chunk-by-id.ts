import { permittedItems } from "../../access/permitted-items.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { SearchChunk } from "../../definitions/search.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { findChunk } from "../../search/find-chunk.ts";
import type { Call } from "../call.ts";
import { requireSearch } from "./prepare-ranking.ts";

/** A chunk that is missing and one of a hidden item give the same answer. */
export async function findChunkById(call: Call, resource: Resource, id: string): Promise<SearchChunk> {
  const readable = permittedItems(call.principal, resource, "read");
  const searched = requireSearch(resource);
  const chunk = isId(id) ? await findChunk(call.database, searched, { id, readable }) : undefined;
  if (!chunk) throw new RecordNotFoundError();
  return chunk;
}
