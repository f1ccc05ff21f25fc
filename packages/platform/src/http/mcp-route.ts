import type { FastifyInstance } from "fastify";
import { PlatformError } from "../foundation/errors.ts";
import type { AgentRouteOptions } from "./agent-routes.ts";
import { refusal, send } from "./graphql-route.ts";
import { bearerAsKey, identify } from "./identify.ts";
import { statusOf } from "./status-of.ts";

/** The caller's tools and contexts for clients of the Model Context Protocol. Every request stands alone. */
export async function mcpRoute(app: FastifyInstance, options: AgentRouteOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (!status || !(error instanceof PlatformError)) throw error;
    return send(reply, request, { status, response: refusal(error.message, error.code) });
  });
  app.post("/mcp", async (request, reply) => {
    const call = options.callFor(await identify(options, bearerAsKey(request.headers), reply));
    // Loaded when somebody asks: it is a tenth of what a start takes.
    const { answerMcp } = await import("./mcp-server.ts");
    await answerMcp(call, request, reply);
  });
  app.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    handler: (request, reply) =>
      send(reply.header("allow", "POST"), request, {
        status: 405,
        response: refusal(
          `${request.method} is not supported here: every request stands alone; use POST.`,
          "BAD_USER_INPUT",
        ),
      }),
  });
}
