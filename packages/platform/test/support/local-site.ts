import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of somebody else's, on the machine itself. */
export interface LocalSite {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly IncomingMessage[];
  close(): void;
}

export async function startLocalSite(
  answer: (request: IncomingMessage, response: ServerResponse, number: number) => unknown,
  { host = "127.0.0.1", port = 0 } = {},
): Promise<LocalSite> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, host, resolve);
  await promise;
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}`,
    port: taken,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
