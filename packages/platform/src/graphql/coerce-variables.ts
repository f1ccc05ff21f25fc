import {
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  isInputType,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import type { Variables } from "./hoist-arguments.ts";
import { inputSizeProblem } from "./input-size-problem.ts";

type CoercedVariables = { readonly values: Variables } | { readonly errors: readonly GraphQLError[] };

/** The variables as the operation declares them, defaults included, or everything that is wrong with them. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  given: Variables,
): CoercedVariables {
  const definitions = operation.variableDefinitions ?? [];
  for (const { type: typeNode, variable } of definitions) {
    const type = typeFromAST(schema, typeNode);
    const problem = isInputType(type) ? inputSizeProblem(given[variable.name.value], type) : undefined;
    if (problem) return { errors: [new GraphQLError(`The variable "$${variable.name.value}" ${problem}.`)] };
  }
  const coerced = getVariableValues(schema, definitions, given, { maxErrors: 20 });
  return coerced.errors ? { errors: coerced.errors.map(withoutValue) } : { values: coerced.coerced };
}

/** graphql repeats the whole value in its message, and with it a password that stands beside the fault. */
function withoutValue(error: GraphQLError): GraphQLError {
  const fault = error.originalError?.message;
  const name = /^Variable "(\$\w+)" got invalid value /.exec(error.message)?.[1];
  if (!fault || !name) return error;
  const place = / at "[\w.[\]]+"$/.exec(error.message.slice(0, -`; ${fault}`.length))?.[0] ?? "";
  return new GraphQLError(
    `Variable "${name}" got an invalid value${place}; ${fault}`,
    error.nodes && { nodes: error.nodes },
  );
}
