import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  visit,
} from "graphql";
import { resultType, variablesType } from "./result-type.ts";
import { safeName } from "./type-text.ts";

/** Every operation as a constant that knows what it takes and what it gives back. */
export function documentsFile(schema: GraphQLSchema, document: DocumentNode): string {
  const fragments = new Map(document.definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]));
  const operations = document.definitions.filter(isOperation);
  return [
    `import type * as types from "./types.ts";\n`,
    typedDocument,
    ...[...fragments.values()].map((fragment) => fragmentDeclaration(schema, fragment)),
    ...operations.map((operation) => operationDeclaration(schema, operation, fragments)),
  ].join("\n");
}

/** The names of what an operation takes and gives back. */
export function operationTypes(name: string): { readonly variables: string; readonly result: string } {
  const stem = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { variables: `${stem}Variables`, result: `${stem}Result` };
}

const typedDocument = `/** An operation, and the types of what it takes and gives back. */
export interface TypedDocument<Result, Variables> {
  readonly text: string;
  /** Never there: it only carries the types. */
  readonly types?: (variables: Variables) => Result;
}
`;

function isFragment(node: DefinitionNode): node is FragmentDefinitionNode {
  return node.kind === Kind.FRAGMENT_DEFINITION;
}

function isOperation(node: DefinitionNode): node is OperationDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION;
}

function fragmentDeclaration(
  schema: GraphQLSchema,
  { name, typeCondition, selectionSet }: FragmentDefinitionNode,
): string {
  return `export type ${safeName(name.value)} = ${resultType(schema, typeCondition.name.value, selectionSet)};\n`;
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function operationDeclaration(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments): string {
  const name = operation.name?.value ?? "";
  const root = operation.operation === "mutation" ? "Mutation" : "Query";
  const { variables, result } = operationTypes(name);
  const used = [...usedFragments(operation, fragments)].map(print);
  const text = JSON.stringify([print(operation), ...used].join("\n"));
  return [
    `export type ${variables} = ${variablesType(schema, operation)};`,
    `export type ${result} = ${resultType(schema, root, operation.selectionSet)};`,
    `export const ${safeName(name)}: TypedDocument<${result}, ${variables}> = { text: ${text} };\n`,
  ].join("\n");
}

/** Those that it names, and those that they name. */
function usedFragments(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: Fragments,
  found = new Set<FragmentDefinitionNode>(),
): ReadonlySet<FragmentDefinitionNode> {
  visit(node, {
    FragmentSpread: ({ name }) => {
      const fragment = fragments.get(name.value);
      if (!fragment || found.has(fragment)) return;
      found.add(fragment);
      usedFragments(fragment, fragments, found);
    },
  });
  return found;
}
