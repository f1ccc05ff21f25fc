import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** A server that says of itself what Redis does, and whose clock is wrong. */
export async function startSkewedRedis(skewInSeconds: number): Promise<{ readonly url: string; stop(): void }> {
  const info = "redis_version:7.2.0\r\nloading:0\r\nmaxmemory_policy:allkeys-lru\r\n";
  const answers: Readonly<Record<string, () => string>> = {
    info: () => `$${info.length}\r\n${info}\r\n`,
    time: () => {
      const seconds = String(Math.floor(Date.now() / 1000) + skewInSeconds);
      return `*2\r\n$${seconds.length}\r\n${seconds}\r\n$1\r\n0\r\n`;
    },
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.setEncoding("utf8").on("data", (text: string) => {
      // Commands come as *<words> with the length and the text of each.
      for (const command of text.split(/(?=\*\d+\r\n)/)) {
        const name = command.split("\r\n")[2]?.toLowerCase() ?? "";
        socket.write(answers[name]?.() ?? "+OK\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
