import { type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull } from "graphql";
import type { Resource } from "../../definitions/resource.ts";
import { sourceNames } from "../../definitions/resource-names.ts";
import type { Call } from "../../operations/call.ts";
import {
  type ProcessOptions,
  processMatchingItems,
  processOneItem,
} from "../../operations/processors/process-items.ts";
import { executeSource } from "../../operations/sources/execute-source.ts";
import { GraphQLJSON } from "../scalars.ts";
import type { ResourceTypes } from "../types/resource-types.ts";
import { SortBy } from "../types/shared-types.ts";
import { executeSourcePayload, processItemPayload } from "../types/source-types.ts";
import { field } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

const required = GraphQLNonNull;

/** The mutations that a context's sources and processors add to the schema. */
export function sourceFields(resource: Resource, types: ResourceTypes): Fields {
  return {
    ...(resource.sources.length > 0 && executeFields(resource)),
    ...(resource.processors.length > 0 && processFields(resource, types)),
  };
}

function executeFields(resource: Resource): Fields {
  const known = resource.sources.map(({ id, description }) => (description ? `${id} (${description})` : id)).join("; ");
  return {
    [sourceNames(resource.id).executeSource]: field<{ source: string; inputs: unknown }>({
      type: new required(executeSourcePayload(resource)),
      description: `Runs a source of ${resource.id}: ${known}`,
      args: {
        source: { type: new required(GraphQLID), description: "The id of the source." },
        inputs: { type: new required(GraphQLJSON), description: "Its parameters, as an object." },
      },
      resolve: (call, { source, inputs }) => executeSource(call, resource, source, inputs),
    }),
  };
}

function processFields(resource: Resource, types: ResourceTypes): Fields {
  const payload = processItemPayload(resource);
  return {
    [sourceNames(resource.id).processItem]: field<{ item: string }>({
      type: new required(payload),
      description: `Runs the processors of ${resource.id} on one item.`,
      args: { item: { type: new required(GraphQLID), description: "The id of the item." } },
      resolve: (call, { item }) => processOneItem(call, resource, item),
    }),
    [sourceNames(resource.id).processItems]: field<ProcessOptions>({
      type: new required(payload),
      description: `Runs the processors of ${resource.id} on the items that match. Without a filter: only super admins.`,
      args: {
        limit: { type: GraphQLInt, description: "The most items, 1 to 500. Default: 10." },
        filters: { type: new GraphQLList(types.filter), description: "Conditions that must all hold." },
        sort: { type: SortBy, description: "Which items come first." },
      },
      resolve: (call, args) => processMatchingItems(call, resource, args),
    }),
  };
}
