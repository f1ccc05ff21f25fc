import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to Redis that can be cut and mended. */
export interface RedisProxy {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const { hostname, port: redisPort } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const redis = connect(Number(redisPort), hostname);
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      // The end of the one is the end of the other; what went wrong with it does not matter here.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `redis://127.0.0.1:${port}`,
    cut: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}
