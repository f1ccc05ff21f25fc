import type { AppServices } from "../definitions/app-services.ts";
import type { PlatformContext } from "../definitions/context.ts";
import type { ContextHandle } from "../definitions/context-handle.ts";
import type { Resource } from "../definitions/resource.ts";
import { RecordNotFoundError } from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import { createItem, upsertOneItem } from "../operations/items/create-item.ts";
import { findFirstItem, findItem } from "../operations/items/find-item.ts";
import { listItems } from "../operations/items/list-items.ts";
import { removeItemById } from "../operations/items/remove-item.ts";
import { updateItemById } from "../operations/items/update-item.ts";
import { rightsField } from "../storage/items/selection.ts";

/** What the deployer's own code can use: the API's operations, with every right. */
export function appServices(call: Call): AppServices {
  const contexts = call.resources.filter((resource) => resource.kind === "context");
  const handles = new Map(contexts.map((resource) => [resource.id, contextHandle(call, resource)]));
  return {
    items: <Context extends PlatformContext>({ id }: Context) => {
      const handle: unknown = handles.get(id);
      if (!handle) throw new Error(`The context "${id}" is not part of this deployment.`);
      return handle as ContextHandle<Context>;
    },
    transaction: (work) => call.database.transaction(work),
  };
}

type Input = Readonly<Record<string, unknown>>;
type List = NonNullable<Parameters<ContextHandle["list"]>[0]>;

function contextHandle(call: Call, resource: Resource) {
  const fields = [...resource.readable.keys(), ...(resource.rbac ? [rightsField] : [])];
  return {
    create: async (input: Input) => (await createItem(call, resource, input, fields)).item,
    upsert: async (input: Input) => (await upsertOneItem(call, resource, input, fields)).item,
    update: async (id: string, input: Input) => (await updateItemById(call, resource, id, { input, fields })).item,
    remove: (id: string) => removeItemById(call, resource, id, fields),
    find: (id: string) => undefinedWhenMissing(findItem(call, resource, id, fields)),
    findOne: ({ filters, sort }: List = {}) => findFirstItem(call, resource, { filters, sort, fields }),
    list: async (options: List = {}) =>
      (await listItems(call, resource, { ...options, fields, isCounted: false })).items,
    count: async (filters?: unknown) =>
      (await listItems(call, resource, { filters, fields: undefined, isCounted: true })).count,
  };
}

async function undefinedWhenMissing<Result>(found: Promise<Result>): Promise<Result | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof RecordNotFoundError) return undefined;
    throw error;
  }
}
