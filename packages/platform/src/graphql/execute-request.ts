import {
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { runNamed, traced } from "../foundation/tracing.ts";
import type { Call } from "../operations/call.ts";
import { coerceVariables } from "./coerce-variables.ts";
import { type FormatOptions, formatError } from "./format-error.ts";
import { defaultLimits, type RequestLimits } from "./limits.ts";
import { measureCost } from "./measure-cost.ts";
import { OperationCache, type PreparedOperation } from "./operation-cache.ts";
import { type RequestPlace, requestPlace } from "./request-place.ts";

export interface GraphqlRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Whether mutations are refused, as in a GET request. */
  readonly isReadOnly?: boolean;
}

export type GraphqlResponse =
  /** Nothing was executed. */
  | { readonly kind: "refused"; readonly errors: readonly GraphQLFormattedError[]; readonly isMutation?: boolean }
  /** Executed, perhaps with errors. */
  | { readonly kind: "executed"; readonly data: unknown; readonly errors?: readonly GraphQLFormattedError[] };

export interface GraphqlExecutor {
  execute(call: Call, request: GraphqlRequest, format: FormatOptions): Promise<GraphqlResponse>;
  /** Where an error lies that concerns a whole request. It only parses: the caller may be anybody. */
  locate(request: GraphqlRequest): RequestPlace;
}

export function createExecutor(schema: GraphQLSchema, limits: RequestLimits = defaultLimits): GraphqlExecutor {
  const cache = new OperationCache(schema, limits);

  return {
    locate: ({ query, operationName }) => requestPlace(query, operationName, limits.tokens),

    async execute(call, request, format) {
      const preparation = cache.prepare(request.query, request.operationName);
      if (preparation.kind === "refused") return refused(preparation.errors, format);
      const { prepared } = preparation;
      if (request.isReadOnly && prepared.operation.operation !== "query") {
        return { ...refused([new GraphQLError("A mutation must be sent with POST.")], format), isMutation: true };
      }
      const coerced = coerceVariables(schema, prepared.operation, request.variables ?? {});
      if ("errors" in coerced) return refused(coerced.errors, format);
      const variables = coerced.values;
      const cost = measureCost(prepared.operation, { schema, fragments: prepared.fragments, variables });
      if (cost > limits.cost) {
        const message = `The operation may give back ${cost} objects; the limit is ${limits.cost}. Ask for fewer rows or fields.`;
        return refused([new GraphQLError(message)], format);
      }
      const { requestId } = format;
      const operation = operationName(prepared.operation);
      const attributes = { "graphql.operation.name": operation, "platform.request_id": requestId };
      const run = async () =>
        answer(await (prepared.compiled()?.(call, variables) ?? interpret(schema, prepared, call, request)), format);
      return runNamed({ operation, requestId }, () => traced(`graphql ${operation}`, { attributes }, run));
    },
  };
}

/** Its own name, or what it asks for first. */
function operationName({ name, operation, selectionSet }: OperationDefinitionNode): string {
  const [first] = selectionSet.selections;
  return name?.value ?? `${operation} ${first?.kind === Kind.FIELD ? first.name.value : "…"}`;
}

async function interpret(
  schema: GraphQLSchema,
  { document }: PreparedOperation,
  call: Call,
  { operationName, variables }: GraphqlRequest,
): Promise<ExecutionResult> {
  return execute({
    schema,
    document,
    contextValue: call,
    ...(variables && { variableValues: variables }),
    ...(operationName !== undefined && { operationName }),
  });
}

function answer(result: ExecutionResult, format: FormatOptions): GraphqlResponse {
  const { data, errors } = result;
  if (!errors || errors.length === 0) return { kind: "executed", data };
  if (data === undefined) return refused(errors, format);
  return {
    kind: "executed",
    data: hasData(data) ? data : null,
    errors: errors.map((error) => formatError(error, format)),
  };
}

function hasData(data: ExecutionResult["data"]): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}

function refused(errors: readonly GraphQLError[], format: FormatOptions) {
  return { kind: "refused", errors: errors.map((error) => formatError(error, format)) } as const;
}
