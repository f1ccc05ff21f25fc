import type { FastifyInstance, FastifyRequest } from "fastify";
import { traced } from "../foundation/tracing.ts";

/** Makes each request of the routes that are added from now on a span, part of the caller's trace if there is one. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    // That of a HEAD is the handler of its GET, which is traced already.
    if (route.method === "HEAD") return;
    const { handler } = route;
    route.handler = function (request, reply) {
      return tracedRequest(request, async () => handler.call(this, request, reply));
    };
  });
}

function tracedRequest<Result>(
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
