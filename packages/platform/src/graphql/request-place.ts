import { type DocumentNode, type FieldNode, GraphQLError, type SelectionSetNode, type SourceLocation } from "graphql";
import { chooseOperation } from "./choose-operation.ts";
import { parseDocument } from "./parse-document.ts";

/** Where in a request an error lies. */
export interface RequestPlace {
  readonly locations: readonly SourceLocation[];
  readonly path: readonly string[];
}

/** For a request whose document is missing, too large, or can't be read. */
export const startOfRequest: RequestPlace = { locations: [{ line: 1, column: 1 }], path: [] };

/**
 * Where an error lies that concerns a whole request: at the first root field of the operation that would be run. The
 * document is parsed and not kept, nor looked up: how long this takes must not tell a stranger what others have asked.
 */
export function requestPlace(query: string, operationName: string | undefined, mostTokens: number): RequestPlace {
  const field = firstField(query, operationName, mostTokens);
  if (!field?.loc) return startOfRequest;
  const { line, column } = field.loc.startToken;
  return { locations: [{ line, column }], path: [(field.alias ?? field.name).value] };
}

function firstField(query: string, operationName: string | undefined, mostTokens: number): FieldNode | undefined {
  try {
    const document = parseDocument(query, mostTokens);
    return firstFieldOf(document, chooseOperation(document, operationName).selectionSet);
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function firstFieldOf(document: DocumentNode, { selections }: SelectionSetNode): FieldNode | undefined {
  const passed = new Set<string>();
  let [selection] = selections;
  while (selection && selection.kind !== "Field") {
    if (selection.kind === "InlineFragment") [selection] = selection.selectionSet.selections;
    else {
      const { value } = selection.name;
      if (passed.has(value)) return undefined;
      passed.add(value);
      [selection] = fragmentSelections(document, value);
    }
  }
  return selection;
}

function fragmentSelections(document: DocumentNode, name: string): SelectionSetNode["selections"] {
  for (const definition of document.definitions) {
    if (definition.kind === "FragmentDefinition" && definition.name.value === name) {
      return definition.selectionSet.selections;
    }
  }
  return [];
}
