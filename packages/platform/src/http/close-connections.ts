import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Lets a server that is told to stop do so as soon as its requests are answered: a connection that is kept alive after its
 * answer would hold it up for 72 s, and one over which nothing was asked yet, as browsers open them ahead, for 60 s.
 */
export function closeConnectionsWhenClosing(app: FastifyInstance): void {
  let isClosing = false;
  const unused = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    if (isClosing) socket.destroy();
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
  // The headers of a stream are long gone.
  app.addHook("onResponse", (request, _reply, done) => {
    if (isClosing) request.socket.end();
    done();
  });
}
