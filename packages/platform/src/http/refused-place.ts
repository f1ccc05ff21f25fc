import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { GraphqlExecutor } from "../graphql/execute-request.ts";
import { type RequestPlace, startOfRequest } from "../graphql/request-place.ts";
import { type ParsedRequest, parseBody, parseQueryString } from "./parse-request.ts";

// The worst document of this size takes 5 ms to parse, and any ordinary one less than 1 ms.
const largestRefusedBody = 64 * 1024;

/** Where the error of a caller lies who is not let in. Nothing is done with what they sent but to parse it. */
export async function refusedPlace(request: FastifyRequest, executor: GraphqlExecutor): Promise<RequestPlace> {
  const parsed =
    request.method === "POST"
      ? await parseSmallBody(request)
      : parseQueryString(request.query as Record<string, unknown>);
  return "request" in parsed ? executor.locate(parsed.request) : startOfRequest;
}

async function parseSmallBody({ headers, raw }: FastifyRequest): Promise<ParsedRequest> {
  const isJson = /^application\/json\b/i.test(headers["content-type"] ?? "");
  const isLarge = Number(headers["content-length"] ?? 0) > largestRefusedBody;
  const body = isJson && !isLarge ? await readSmallBody(raw) : undefined;
  return body === undefined ? { problem: "The body was not read." } : parseBody(body);
}

/** Undefined when it is too large, or cut off. */
async function readSmallBody(raw: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    // Destroyed, the request would take the connection along before it is answered.
    for await (const part of raw.iterator({ destroyOnReturn: false })) {
      parts.push(part);
      size += part.length;
      if (size > largestRefusedBody) break;
    }
  } catch {
    return undefined;
  }
  // What is left unread would hold up the next request on the same connection.
  raw.resume();
  return size > largestRefusedBody ? undefined : Buffer.concat(parts).toString("utf8");
}
