import type { DocumentNode, ExecutionResult, GraphQLSchema } from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import type { Call } from "../operations/call.ts";
import { compilerSchema, hoistArguments, type Variables } from "./hoist-arguments.ts";

/** Runs the operation; undefined when it is for the interpreter to run, because an argument is not valid. */
export type CompiledOperation = (
  call: Call,
  variables: Variables,
) => Promise<ExecutionResult> | ExecutionResult | undefined;

/** Machine code for a valid operation; undefined when there can be none. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledOperation | undefined {
  const hoisted = hoistArguments(schema, document);
  const compiled = compileQuery(compilerSchema(schema), hoisted.document, operationName, compilerOptions);
  if (!isCompiledQuery(compiled)) return undefined;
  return (call, variables) => {
    const values = hoisted.values(variables);
    return values && compiled.query(undefined, call, { ...variables, ...values });
  };
}

const asStored = (value: unknown): unknown => value;

/** Column values already have the type that their field declares: checking each of them again is wasted. */
const compilerOptions = {
  disablingCapturingStackErrors: true,
  customSerializers: {
    String: asStored,
    Float: asStored,
    Boolean: asStored,
    ID: asStored,
    Date: asStored,
    JSON: asStored,
  },
};
