import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { PassThrough } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { closeConnectionsWhenClosing } from "../../src/http/close-connections.ts";

async function listening(app: FastifyInstance): Promise<number> {
  closeConnectionsWhenClosing(app);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as AddressInfo).port;
}

test("a connection over which nothing was asked does not hold up the stop", async () => {
  const app = fastify();
  const port = await listening(app);
  const silent = connect({ host: "127.0.0.1", port }).on("error", () => undefined);
  await once(silent, "connect");

  const closed = once(silent, "close");
  await Promise.all([app.close(), closed]);
  expect(silent.bytesWritten).toBe(0);
});

test("nor does one that is kept alive after a stream, which ends in full", async () => {
  const app = fastify();
  const stream = new PassThrough();
  app.get("/stream", (_request, reply) => reply.send(stream));
  app.addHook("preClose", async () => void stream.end("the end"));
  const port = await listening(app);
  const agent = new Agent({ keepAlive: true });
  const request = get({ host: "127.0.0.1", port, path: "/stream", agent });
  stream.write("the beginning, ");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const text = response.setEncoding("utf8").toArray();

  await app.close();
  expect((await text).join("")).toBe("the beginning, the end");
  agent.destroy();
});
