import {
  type ArgumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";
import { mostNeighbours } from "../definitions/search-limits.ts";
import { defaultRows, mostRows } from "../query/parse-page.ts";

type Variables = Readonly<Record<string, unknown>>;

interface Measured {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Variables;
}

/**
 * How many objects a valid operation can give back: each counts 1, and lists count as often as they may have rows. A
 * search counts as a hundred more.
 */
export function measureCost(operation: OperationDefinitionNode, measured: Measured): number {
  const root = measured.schema.getRootType(operation.operation);
  return root ? costOf(measured, operation.selectionSet, root, defaultRows) : 0;
}

function costOf(measured: Measured, set: SelectionSetNode, type: GraphQLObjectType, rows: number): number {
  let cost = 0;
  for (const selection of set.selections) {
    if (selection.kind === "Field") cost += fieldCost(measured, selection, type, rows);
    else if (selection.kind === "InlineFragment") cost += costOf(measured, selection.selectionSet, type, rows);
    else {
      const fragment = measured.fragments[selection.name.value];
      if (fragment) cost += costOf(measured, fragment.selectionSet, type, rows);
    }
  }
  return cost;
}

function fieldCost(measured: Measured, field: FieldNode, parent: GraphQLObjectType, rows: number): number {
  const definition = parent.getFields()[field.name.value];
  const type = definition && getNamedType(definition.type);
  if (!definition || !isObjectType(type) || !field.selectionSet) return 0;
  const asked = rowsAsked(field.arguments ?? [], measured.variables);
  const ownRows = asked ?? rowsFound(definition.extensions, field.arguments ?? [], measured.variables) ?? rows;
  const isList = isListType(isNonNullType(definition.type) ? definition.type.ofType : definition.type);
  // A limit is meant for the nearest list below it; a list inside that one has a length of its own.
  const objects = isList
    ? ownRows * (1 + costOf(measured, field.selectionSet, type, defaultRows))
    : 1 + costOf(measured, field.selectionSet, type, ownRows);
  return isSearch(definition, field) ? searchEffort + objects : objects;
}

/** A search takes about as long as reading this many objects, however few it gives back. */
const searchEffort = 100;

function isSearch({ extensions }: { readonly extensions: Partial<SearchExtensions> }, field: FieldNode): boolean {
  return extensions.rows !== undefined || (field.arguments ?? []).some(({ name }) => name.value === "search");
}

/** What a search gives back at most: `rows` of its field's extensions, each with the neighbours that come along. */
export interface SearchExtensions {
  readonly rows: number;
  readonly expand: { readonly before?: number | null; readonly after?: number | null };
}

function rowsFound(
  { rows, expand }: Partial<SearchExtensions>,
  argumentNodes: readonly ArgumentNode[],
  variables: Variables,
): number | undefined {
  if (rows === undefined) return undefined;
  const node = argumentNodes.find(({ name }) => name.value === "expand")?.value;
  const given = node && (valueFromASTUntyped(node, variables) as SearchExtensions["expand"] | null);
  const neighbours = (side: "before" | "after") => Number(given?.[side] ?? expand?.[side] ?? 0);
  const counted = (count: number) => Math.min(Math.max(0, count), mostNeighbours);
  return rows * (1 + counted(neighbours("before")) + counted(neighbours("after")));
}

function rowsAsked(argumentNodes: readonly ArgumentNode[], variables: Variables): number | undefined {
  for (const { name, value } of argumentNodes) {
    if (name.value === "limit") {
      const limit = value.kind === "Variable" ? variables[value.name.value] : "value" in value && Number(value.value);
      // A larger limit is refused by the operation, with a message that says so.
      if (typeof limit === "number" && Number.isFinite(limit)) return Math.min(Math.max(0, limit), mostRows);
    }
    if (name.value === "ids") {
      const ids = value.kind === "Variable" ? variables[value.name.value] : "values" in value && value.values;
      if (Array.isArray(ids)) return ids.length;
    }
  }
  return undefined;
}
