import type { GraphqlRequest } from "../graphql/execute-request.ts";

export type ParsedRequest = { readonly request: GraphqlRequest } | { readonly problem: string };

/** The JSON body of a POST. */
export function parseBody(text: string): ParsedRequest {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { problem: "The body is not valid JSON." };
  }
  if (!isObject(body)) return { problem: "The body must be a JSON object with a member «query»." };
  return toRequest(body);
}

/** The query string of a GET, in which variables and extensions are JSON texts. */
export function parseQueryString(parameters: Readonly<Record<string, unknown>>): ParsedRequest {
  const members: Record<string, unknown> = { query: parameters.query };
  if (parameters.operationName !== undefined) members.operationName = parameters.operationName;
  for (const name of ["variables", "extensions"]) {
    const text = parameters[name];
    if (text === undefined || text === "") continue;
    try {
      members[name] = JSON.parse(String(text));
    } catch {
      return { problem: `«${name}» is not valid JSON.` };
    }
  }
  const parsed = toRequest(members);
  return "problem" in parsed ? parsed : { request: { ...parsed.request, isReadOnly: true } };
}

function toRequest(members: Readonly<Record<string, unknown>>): ParsedRequest {
  const { query, variables, operationName, extensions } = members;
  if (typeof query !== "string" || query === "") return { problem: "«query» must be a text with a GraphQL document." };
  if (!isObject(variables ?? {})) return { problem: "«variables» must be an object." };
  if (!isObject(extensions ?? {})) return { problem: "«extensions» must be an object." };
  if (operationName !== undefined && operationName !== null && typeof operationName !== "string") {
    return { problem: "«operationName» must be a text." };
  }
  return {
    request: {
      query,
      ...(isObject(variables) && { variables }),
      ...(typeof operationName === "string" && operationName !== "" && { operationName }),
    },
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
