import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type ClientOptions, clientConfig, prepareSession } from "./client.ts";

type Hear = (payload: string) => void;

const reconnectDelay = 500;

/** One connection that hears notifications for the whole process. It comes back by itself when it is lost. */
export class NotificationListener {
  readonly #options: ClientOptions;
  readonly #channels = new Map<string, Set<Hear>>();
  #client: Promise<pg.Client> | undefined;
  #isClosed = false;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async listen(channel: string, hear: Hear): Promise<() => Promise<void>> {
    const hearers = this.#channels.get(channel);
    if (hearers) hearers.add(hear);
    else {
      this.#channels.set(channel, new Set([hear]));
      const client = await this.#connected();
      await client.query(`listen ${quoted(channel)}`);
    }
    return () => this.#stop(channel, hear);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#channels.clear();
    await this.#client?.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  async #stop(channel: string, hear: Hear): Promise<void> {
    const hearers = this.#channels.get(channel);
    hearers?.delete(hear);
    if (!hearers || hearers.size > 0 || this.#isClosed) return;
    this.#channels.delete(channel);
    const client = await this.#connected();
    await client.query(`unlisten ${quoted(channel)}`);
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(this.#options));
    client.on("notification", ({ channel, payload }) => {
      for (const hear of this.#channels.get(channel) ?? []) hear(payload ?? "");
    });
    client.on("error", () => undefined);
    client.once("end", () => void this.#reconnect());
    await client.connect();
    await prepareSession(client, this.#options);
    for (const channel of this.#channels.keys()) await client.query(`listen ${quoted(channel)}`);
    return client;
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined;
    while (!this.#isClosed && this.#channels.size > 0 && !this.#client) {
      await wait(reconnectDelay, undefined, { ref: false });
      await this.#connected().catch(() => {
        this.#client = undefined;
      });
    }
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`;
}
