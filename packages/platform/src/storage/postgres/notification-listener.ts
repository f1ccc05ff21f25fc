import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { databaseError } from "../database-error.ts";
import { quotedName } from "../sql.ts";
import { type ClientOptions, clientConfig, prepareSession } from "./client.ts";

interface Hearer {
  hear(payload: string): void;
}

interface Channel {
  readonly hearers: Set<Hearer>;
  /** Settles once notifications arrive. */
  readonly listening: Promise<void>;
}

const reconnectDelay = 500;

/** One connection that hears notifications for the whole process. It comes back by itself when it is lost. */
export class NotificationListener {
  readonly #options: ClientOptions;
  readonly #channels = new Map<string, Channel>();
  #client: Promise<pg.Client> | undefined;
  #isClosed = false;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    // An object of its own: the same function may listen twice.
    const hearer = { hear };
    const known = this.#channels.get(channel);
    const { hearers, listening } = known ?? {
      hearers: new Set<Hearer>(),
      listening: this.#send(`listen ${quotedName(channel)}`),
    };
    hearers.add(hearer);
    if (!known) this.#channels.set(channel, { hearers, listening });
    try {
      await listening;
    } catch (error) {
      this.#channels.delete(channel);
      throw databaseError(error);
    }
    return () => this.#stop(channel, hearers, hearer);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#channels.clear();
    await this.#client?.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  async #stop(channel: string, hearers: Set<Hearer>, hearer: Hearer): Promise<void> {
    if (!hearers.delete(hearer) || hearers.size > 0 || this.#isClosed) return;
    this.#channels.delete(channel);
    // With the connection lost there is nothing to stop: the next one listens on what is wanted then.
    await this.#send(`unlisten ${quotedName(channel)}`).catch(() => undefined);
  }

  async #send(statement: string): Promise<void> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    await client.query(statement);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(clientConfig(this.#options));
    client.on("notification", ({ channel, payload }) => {
      for (const { hear } of this.#channels.get(channel)?.hearers ?? []) hear(payload ?? "");
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await prepareSession(client, this.#options);
      for (const channel of this.#channels.keys()) await client.query(`listen ${quotedName(channel)}`);
    } catch (error) {
      this.#client = undefined;
      await client.end();
      throw error;
    }
    // Only now: a failed attempt ends as well, and must not start attempts of its own.
    client.once("end", () => void this.#reconnect());
    return client;
  }

  async #reconnect(): Promise<void> {
    this.#client = undefined;
    while (!this.#isClosed && this.#channels.size > 0 && !this.#client) {
      await wait(reconnectDelay, undefined, { ref: false });
      this.#client ??= this.#connect();
      await this.#client.catch(() => undefined);
    }
  }
}
