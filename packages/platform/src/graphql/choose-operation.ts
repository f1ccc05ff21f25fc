import { type DocumentNode, GraphQLError, type OperationDefinitionNode } from "graphql";

/** The operation of a document that is to be run. Throws rather than guess. */
export function chooseOperation(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === "OperationDefinition");
  const [first, second] = operations;
  if (operationName === undefined) {
    if (!first) throw refusal("The document holds no operation.");
    if (second) throw refusal("The document holds several operations: say which one with operationName.");
    return first;
  }
  const named = operations.find((operation) => operation.name?.value === operationName);
  if (!named) throw refusal(`The document holds no operation named "${operationName.slice(0, 60)}".`);
  return named;
}

function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_USER_INPUT" } });
}
