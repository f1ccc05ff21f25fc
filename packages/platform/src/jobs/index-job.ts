import { contextJobName, indexJobId } from "../definitions/job.ts";
import type { Json } from "../definitions/json.ts";
import type { Resource } from "../definitions/resource.ts";
import { indexItem } from "../indexing/index-item.ts";
import { indexItems } from "../indexing/index-items.ts";
import type { JobHandler } from "../queues/job-handler.ts";
import type { Database } from "../storage/database.ts";

/** The name and the handler of the job that makes the items of a context searchable. */
export function indexHandler(database: Database, resource: Resource): [string, JobHandler] {
  const handler: JobHandler = {
    run: async ({ data, signal, progress }) => {
      const indexing = { database, signal };
      const { item, items } = itemsIn(data);
      if (item !== undefined) return { outcome: await indexItem(indexing, resource, item) };
      const failures: string[] = [];
      const indexed = await indexItems(indexing, resource, items, {
        done: (count) => progress(Math.round((100 * count) / items.length)),
        report: (error, _resource, id) => failures.push(`${id}: ${error instanceof Error ? error.message : error}`),
      });
      // Tried again: what is up to date by then costs next to nothing.
      if (failures.length > 0) throw new Error(`${failures.length} items could not be indexed. ${failures[0]}`);
      return { indexed };
    },
  };
  return [contextJobName(resource.id, indexJobId), handler];
}

/** One item that was changed, or those that someone has asked for. */
function itemsIn(data: Json): { readonly item?: string; readonly items: readonly string[] } {
  if (typeof data !== "object" || data === null) return { items: [] };
  if ("item" in data) return { item: String(data.item), items: [] };
  return { items: "items" in data && Array.isArray(data.items) ? data.items.map(String) : [] };
}
