import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";

export interface MetricsRouteOptions {
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** What must come as `Authorization: Bearer …`; absent: nothing must. */
  readonly metricsToken?: string | undefined;
}

/** `/metrics`: figures for Prometheus. They hold names of queues and jobs, and numbers. */
export async function metricsRoute(
  app: FastifyInstance,
  { metrics, metricsToken }: MetricsRouteOptions,
): Promise<void> {
  app.get("/metrics", async (request, reply) => {
    if (metricsToken && !isSame(request.headers.authorization ?? "", `Bearer ${metricsToken}`)) {
      return reply.code(401).type("text/plain").send("Invalid token\n");
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
