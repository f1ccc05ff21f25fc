import { once } from "node:events";
import { type ClientRequest, createServer, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Who refused or broke a connection is left out for this long. */
const leftOutInMilliseconds = 1000;

interface Place {
  readonly url: string;
  downUntil: number;
}

/** One address before several servers, as a load balancer is: it asks them in turn, and tries nothing twice. */
export class OneAddress {
  readonly #server: Server;
  #places: readonly Place[] = [];
  #turn = 0;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      const place = this.#next();
      if (!place) {
        outgoing.writeHead(503).end();
        return;
      }
      const { method, headers, url = "/" } = incoming;
      const forwarded = request(new URL(url, place.url), { method: method ?? "GET", headers, agent: false });
      answerWith(forwarded, outgoing, () => {
        place.downUntil = Date.now() + leftOutInMilliseconds;
      });
      incoming.pipe(forwarded);
    });
  }

  static async open(): Promise<OneAddress> {
    const address = new OneAddress();
    address.#server.listen(0, "127.0.0.1");
    await once(address.#server, "listening");
    return address;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The servers that there are now. */
  leadTo(urls: readonly string[]): void {
    this.#places = urls.map((url) => this.#places.find((place) => place.url === url) ?? { url, downUntil: 0 });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  #next(): Place | undefined {
    const up = this.#places.filter(({ downUntil }) => downUntil < Date.now());
    this.#turn += 1;
    return up[this.#turn % Math.max(up.length, 1)];
  }
}

function answerWith(forwarded: ClientRequest, outgoing: ServerResponse, isDown: () => void): void {
  const fail = () => {
    isDown();
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  };
  forwarded.on("error", fail);
  forwarded.on("response", (answer) => {
    answer.on("error", fail);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
}
