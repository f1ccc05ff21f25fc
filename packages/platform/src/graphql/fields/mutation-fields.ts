import {
  coerceInputValue,
  GraphQLBoolean,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
} from "graphql";
import type { Resource } from "../../definitions/resource.ts";
import type { Call } from "../../operations/call.ts";
import { copyItemById } from "../../operations/items/copy-item.ts";
import { createItem, upsertOneItem } from "../../operations/items/create-item.ts";
import type { ItemInput } from "../../operations/items/parse-input.ts";
import { removeItemById, removeMatchingItem } from "../../operations/items/remove-item.ts";
import { updateItemById, updateMatchingItem } from "../../operations/items/update-item.ts";
import { inputSizeProblem } from "../input-size-problem.ts";
import { GraphQLJSON } from "../scalars.ts";
import { selectionOf } from "../selection.ts";
import type { ResourceTypes } from "../types/resource-types.ts";
import { field } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

/** The mutations that one resource adds to the schema. */
export function mutationFields(resource: Resource, types: ResourceTypes): Fields {
  const { names, id } = resource;
  const byId = { type: new GraphQLNonNull(GraphQLID), description: "The id." };
  const input = { type: new GraphQLNonNull(types.input), description: "The fields to set." };

  return {
    [names.createOne]: field<{ input: ItemInput; upsert?: boolean | null }>({
      type: types.mutationPayload,
      description: `Creates a ${id} item.`,
      args: {
        input,
        upsert: {
          type: GraphQLBoolean,
          description: "Whether to update the item with the same external_id, or else the same unique values, if any.",
        },
      },
      resolve: (call, args, info) => {
        const create = args.upsert ? upsertOneItem : createItem;
        return create(call, resource, args.input, payloadFields(info));
      },
    }),
    [names.copyOneById]: field<{ id: string }>({
      type: types.mutationPayload,
      description: `Copies a ${id} item: the copy is the caller's, private, and has " (Copy)" on its title.`,
      args: { id: byId },
      resolve: (call, args, info) => copyItemById(call, resource, args.id, payloadFields(info)),
    }),
    [names.updateOne]: field<{ where?: unknown; input: ItemInput }>({
      type: types.mutationPayload,
      description: `Changes the one ${id} item that matches; several matches are an error.`,
      args: {
        where: { type: new GraphQLList(types.filter), description: "Conditions that must all hold." },
        input,
      },
      resolve: (call, { where, input }, info) =>
        updateMatchingItem(call, resource, where, { input, fields: payloadFields(info) }),
    }),
    [names.updateOneById]: field<{ id: string; input: ItemInput }>({
      type: types.mutationPayload,
      description: `Changes the ${id} item with this id.`,
      args: { id: byId, input },
      resolve: (call, { id, input }, info) =>
        updateItemById(call, resource, id, { input, fields: payloadFields(info) }),
    }),
    [names.removeOne]: field<{ where: unknown }>({
      type: types.item,
      description: `Removes the one ${id} item that matches; several matches are an error.`,
      args: {
        where: {
          type: new GraphQLNonNull(GraphQLJSON),
          description: `Conditions in the form of ${types.filter.name}, or a list of them.`,
        },
      },
      resolve: (call, { where }, info) =>
        removeMatchingItem(call, resource, parseWhere(where, types), selectionOf(info).names),
    }),
    [names.removeOneById]: field<{ id: string }>({
      type: types.item,
      description: `Removes the ${id} item with this id.`,
      args: { id: byId },
      resolve: (call, args, info) => removeItemById(call, resource, args.id, selectionOf(info).names),
    }),
  };
}

function payloadFields(info: Parameters<typeof selectionOf>[0]): readonly string[] {
  return selectionOf(info).fields.get("item")?.names ?? [];
}

/** Holds JSON to the filter type, enum names included, as if it had been declared as one. */
function parseWhere(where: unknown, types: ResourceTypes): unknown {
  const filters = new GraphQLList(new GraphQLNonNull(types.filter));
  const problem = inputSizeProblem(where, filters);
  if (problem) throw badWhere(` ${problem}.`);
  return coerceInputValue(where, filters, (path, _value, error) => {
    const place = path.length > 0 ? ` at ${path.join(".")}` : "";
    throw badWhere(`${place}: ${error.message}`);
  });
}

function badWhere(fault: string): GraphQLError {
  return new GraphQLError(`"where"${fault}`, { extensions: { code: "BAD_USER_INPUT" } });
}
