import cors from "@fastify/cors";
import fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { DatabaseUnavailableError } from "../foundation/errors.ts";
import { type AgentRouteOptions, agentRoutes } from "./agent-routes.ts";
import { closeConnectionsWhenClosing } from "./close-connections.ts";
import { type EventRouteOptions, eventRoutes } from "./event-routes.ts";
import { type FileRouteOptions, fileRoutes } from "./file-routes.ts";
import { type GraphqlRouteOptions, graphqlRoute, refusal, send } from "./graphql-route.ts";
import { type HealthOptions, healthRoutes } from "./health-routes.ts";
import { mcpRoute } from "./mcp-route.ts";
import { type MetricsRouteOptions, metricsRoute } from "./metrics-route.ts";
import { openaiRoutes } from "./openai-routes.ts";
import { type SessionRouteOptions, sessionRoutes } from "./session-routes.ts";
import { traceRequests } from "./traced-request.ts";
import type { WebFiles } from "./web-files.ts";
import { webRoutes } from "./web-routes.ts";

export interface HttpOptions
  extends GraphqlRouteOptions,
    SessionRouteOptions,
    MetricsRouteOptions,
    FileRouteOptions,
    EventRouteOptions,
    HealthOptions,
    AgentRouteOptions {
  /** Addresses or ranges of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** The web frontend; undefined: the API only. */
  readonly webFiles: WebFiles | undefined;
  /** Largest body, in bytes. Default 1 MiB. */
  readonly bodyLimit?: number;
}

export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: options.bodyLimit ?? 1024 * 1024,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // A client that sends its headers or body drop by drop is cut off.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: "idle",
    return503OnClosing: true,
  });
  if (options.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...options.corsOrigins],
      methods: ["GET", "POST"],
      exposedHeaders: ["x-session-id", "content-disposition"],
      maxAge: 600,
    });
  }
  closeConnectionsWhenClosing(app);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof DatabaseUnavailableError) {
      const response = refusal(error.message, error.code);
      options.report(error, String(response.errors[0]?.extensions?.requestId));
      return send(reply, request, { status: 503, response });
    }
    const status = error.statusCode ?? 500;
    if (status < 500) return send(reply, request, { status, response: refusal(error.message, "BAD_USER_INPUT") });
    const response = refusal("Something went wrong on our side.", "INTERNAL");
    options.report(error, String(response.errors[0]?.extensions?.requestId));
    return send(reply, request, { status, response });
  });
  app.setNotFoundHandler((request, reply) => {
    const response = refusal(`There is nothing at ${request.method} ${request.url.slice(0, 200)}.`, "NOT_FOUND");
    return send(reply, request, { status: 404, response });
  });
  await app.register(healthRoutes, options);
  await app.register(metricsRoute, options);
  await app.register(async (api) => {
    traceRequests(api);
    await api.register(graphqlRoute, options);
    await api.register(sessionRoutes, options);
    await api.register(agentRoutes, options);
    await api.register(openaiRoutes, options);
    await api.register(mcpRoute, options);
    await api.register(fileRoutes, options);
  });
  await app.register(eventRoutes, options);
  if (options.webFiles) await app.register(webRoutes, { files: options.webFiles });
  return app;
}
