import type { FastifyInstance } from "fastify";

/** `/health`: the process lives. `/ready`: what it depends on answers. */
export async function healthRoutes(app: FastifyInstance, options: { isReady(): Promise<boolean> }): Promise<void> {
  app.get("/health", async () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    const isReady = await options.isReady();
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? "ready" : "the database or the queues don't answer" });
  });
}
