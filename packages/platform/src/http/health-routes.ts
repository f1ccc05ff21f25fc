import type { FastifyInstance } from "fastify";

/** What a process depends on, and whether it answers. */
export interface Readiness {
  readonly database: boolean;
  readonly queues: boolean;
}

export interface HealthOptions {
  readiness(): Promise<Readiness>;
}

/** `/health`: the process lives. `/ready`: what it depends on answers. */
export async function healthRoutes(app: FastifyInstance, options: HealthOptions): Promise<void> {
  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    const parts = await options.readiness();
    const silent = Object.entries(parts).flatMap(([part, isReady]) => (isReady ? [] : [`the ${part}`]));
    const states = Object.fromEntries(
      Object.entries(parts).map(([part, isReady]) => [part, isReady ? "ready" : "does not answer"]),
    );
    const status = silent.length === 0 ? "ready" : `not ready: ${silent.join(" and ")} can't be reached`;
    return reply.code(silent.length === 0 ? 200 : 503).send({ status, ...states });
  });
}
