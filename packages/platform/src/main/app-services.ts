import { servicePrincipal } from "../access/principal.ts";
import type { AppServices } from "../definitions/app-services.ts";
import type { PlatformContext } from "../definitions/context.ts";
import type { ContextHandle } from "../definitions/context-handle.ts";
import type { CoreHandle } from "../definitions/core-handle.ts";
import type { Resource } from "../definitions/resource.ts";
import { RecordNotFoundError } from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import { deleteMatchingChunks } from "../operations/chunks/delete-matching-chunks.ts";
import { generateChunks } from "../operations/chunks/generate-chunks.ts";
import type { MassOptions } from "../operations/chunks/mass-condition.ts";
import { type VectorSearchOptions, vectorSearch } from "../operations/chunks/vector-search.ts";
import { findStoredFile } from "../operations/files/stored-files.ts";
import { createItem, upsertOneItem } from "../operations/items/create-item.ts";
import { findFirstItem, findItem } from "../operations/items/find-item.ts";
import { listItems } from "../operations/items/list-items.ts";
import { removeItemById } from "../operations/items/remove-item.ts";
import { updateItemById } from "../operations/items/update-item.ts";
import { rightsField } from "../storage/items/selection.ts";

/** A call with every right, and with it what the deployer's own code can use. */
export function programCall(parts: Omit<Call, "principal" | "services" | "servicesOf">): Call {
  // Services need a call, and a call has services: they are made when they are first asked for.
  const call: Call = {
    ...parts,
    principal: servicePrincipal("program"),
    services: {
      items: (context) => services.items(context),
      file: (reference) => findStoredFile(call, reference),
      transaction: (work) => parts.database.transaction(work),
    },
    servicesOf: (principal) => servicesOf({ ...call, principal }),
  };
  const services = servicesOf(call);
  return call;
}

function servicesOf(call: Call): AppServices {
  const handles = new Map<string, unknown>();
  return {
    items: <Context extends PlatformContext>({ id }: Context) => {
      const resource = call.resources.find((each) => each.kind === "context" && each.id === id);
      if (!resource) throw new Error(`The context "${id}" is not part of this deployment.`);
      const handle = handles.get(id) ?? contextHandle(call, resource);
      handles.set(id, handle);
      return handle as ContextHandle<Context>;
    },
    file: (reference) => findStoredFile(call, reference),
    transaction: (work) => call.database.transaction(work),
  };
}

/** The items of a core type. */
export function coreHandle(call: Call, type: string): CoreHandle {
  const resource = call.resources.find((each) => each.kind === "core" && each.id === type);
  if (resource) return contextHandle(call, resource) as unknown as CoreHandle;
  const known = call.resources.filter((each) => each.kind === "core").map((each) => each.id);
  throw new Error(`There is no core type "${type}". There are: ${known.join(", ")}.`);
}

type Input = Readonly<Record<string, unknown>>;
type List = NonNullable<Parameters<ContextHandle["list"]>[0]>;
type Search = Partial<Omit<VectorSearchOptions, "isExplained">> & Pick<VectorSearchOptions, "query">;

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
    ...(resource.search && searchHandle(call, resource)),
  };
}

function searchHandle(call: Call, resource: Resource) {
  return {
    search: async ({ method = "hybridSearch", ...options }: Search) =>
      (await vectorSearch(call, resource, { ...options, method, isExplained: false })).chunks,
    generateChunks: async (options: MassOptions = {}) => (await generateChunks(call, resource, options)).items,
    deleteChunks: async (options: MassOptions = {}) => (await deleteMatchingChunks(call, resource, options)).items,
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
