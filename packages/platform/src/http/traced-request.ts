import type { FastifyRequest } from "fastify";
import { traced } from "../foundation/tracing.ts";

/** A request as a span, part of the caller's trace if there is one. */
export function tracedRequest<Result>(
  { method, headers, routeOptions }: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const route = routeOptions.url ?? "";
  const { traceparent } = headers;
  return traced(
    `${method} ${route}`,
    {
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route },
      parent: typeof traceparent === "string" ? traceparent : undefined,
    },
    work,
  );
}
