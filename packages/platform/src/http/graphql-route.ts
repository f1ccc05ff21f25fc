import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { GraphQLFormattedError } from "graphql";
import type { Principal } from "../access/principal.ts";
import { type ErrorCode, InvalidTokenError, PlatformError, RateLimitError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import type { GraphqlExecutor, GraphqlResponse } from "../graphql/execute-request.ts";
import type { ReportUnexpected } from "../graphql/format-error.ts";
import type { RequestPlace } from "../graphql/request-place.ts";
import type { Call } from "../operations/call.ts";
import { type IdentifyOptions, identify } from "./identify.ts";
import { negotiate, type ResponseType } from "./negotiate.ts";
import { type ParsedRequest, parseBody, parseQueryString } from "./parse-request.ts";
import { refusedPlace } from "./refused-place.ts";

export interface GraphqlRouteOptions extends IdentifyOptions {
  readonly executor: GraphqlExecutor;
  /** What a call works with, once it is known who makes it. */
  callFor(principal: Principal): Call;
  readonly report: ReportUnexpected;
}

/** GraphQL over HTTP: POST with a JSON body, GET for queries only. */
export async function graphqlRoute(app: FastifyInstance, options: GraphqlRouteOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));

  // Before the body is read: a stranger's megabyte is not worth receiving, a small one only to say where the error lies.
  app.addHook("onRequest", async (request, reply) => {
    if (request.method === "OPTIONS") return;
    try {
      principals.set(request, await identify(options, request.headers, reply));
    } catch (error) {
      const status = error instanceof InvalidTokenError ? 401 : error instanceof RateLimitError ? 429 : undefined;
      if (!status || !(error instanceof PlatformError)) throw error;
      const place = await refusedPlace(request, options.executor);
      return send(reply, request, { status, response: refusal(error.message, error.code, place) });
    }
  });

  const respond = async (request: FastifyRequest, reply: FastifyReply, parsed: ParsedRequest) => {
    if ("problem" in parsed) {
      return send(reply, request, { status: 400, response: refusal(parsed.problem, "BAD_USER_INPUT") });
    }
    const principal = principals.get(request);
    if (!principal) throw new InvalidTokenError();
    const format = { requestId: newId(), report: options.report };
    const response = await options.executor.execute(options.callFor(principal), parsed.request, format);
    if (response.kind === "refused" && response.isMutation) {
      return send(reply.header("allow", "POST"), request, { status: 405, response });
    }
    return send(reply, request, { response });
  };

  app.post("/graphql", (request, reply) => respond(request, reply, parseBody(String(request.body ?? ""))));
  app.get("/graphql", (request, reply) =>
    respond(request, reply, parseQueryString(request.query as Record<string, unknown>)),
  );
  app.route({
    method: ["PUT", "PATCH", "DELETE"],
    url: "/graphql",
    handler: (request, reply) =>
      send(reply.header("allow", "GET, POST"), request, {
        status: 405,
        response: refusal(`${request.method} is not supported here; use POST.`, "BAD_USER_INPUT"),
      }),
  });
}

const principals = new WeakMap<FastifyRequest, Principal>();

/** An answer in which nothing was executed. */
export function refusal(
  message: string,
  code: ErrorCode,
  place?: RequestPlace,
): GraphqlResponse & { readonly kind: "refused" } {
  const error: GraphQLFormattedError = { message, ...place, extensions: { code, requestId: newId() } };
  return { kind: "refused", errors: [error] };
}

interface Answer {
  /** Default: what the media type's specification says for the response. */
  readonly status?: number;
  readonly response: GraphqlResponse;
}

export function send(reply: FastifyReply, request: FastifyRequest, { status, response }: Answer): FastifyReply {
  const type = negotiate(request.headers.accept);
  return reply
    .code(status ?? statusOf(type, response))
    .header("content-type", `${type}; charset=utf-8`)
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .send(body(type, response));
}

function statusOf(type: ResponseType, response: GraphqlResponse): number {
  return type === "application/graphql-response+json" && response.kind === "refused" ? 400 : 200;
}

/** The platform's specification wants `data: null` beside errors; the newer media type forbids it before execution. */
function body(type: ResponseType, response: GraphqlResponse): string {
  if (response.kind === "executed") {
    return JSON.stringify(response.errors ? { data: response.data, errors: response.errors } : { data: response.data });
  }
  const { errors } = response;
  return JSON.stringify(type === "application/graphql-response+json" ? { errors } : { data: null, errors });
}
