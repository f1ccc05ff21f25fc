import fastify, { type FastifyInstance } from "fastify";
import { type HealthOptions, healthRoutes } from "./health-routes.ts";
import { type MetricsRouteOptions, metricsRoute } from "./metrics-route.ts";

/** For a process that has nothing else to say. */
export async function createStatusApp(options: MetricsRouteOptions & HealthOptions): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: "idle", return503OnClosing: true });
  await app.register(healthRoutes, options);
  await app.register(metricsRoute, options);
  return app;
}
