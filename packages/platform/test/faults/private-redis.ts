import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { makeServerFolder } from "../../../../scripts/services/make-server-folder.ts";
import { type RunningServer, runServer } from "../../../../scripts/services/run-server.ts";

/** Whether a Redis of our own can be had. Queues of the same name would meet on a shared one. */
export const hasRedisProgram = (process.env.PATH ?? "")
  .split(delimiter)
  .some((folder) => existsSync(join(folder, "redis-server")));

/** A Redis server that writes everything down, can crash, and comes back at the same address with the same data. */
export class PrivateRedis {
  readonly port: number;
  readonly #folder: string;
  #server: RunningServer | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await findFreePort(), await makeServerFolder("redis-data"));
    await redis.comeBack();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, with what it held before. */
  async comeBack(): Promise<void> {
    this.#server = await runServer({
      name: "Redis",
      // Its log is removed when it ends; the data lies elsewhere and stays.
      folder: await makeServerFolder("redis-log"),
      command: [
        ...["redis-server", "--bind", "127.0.0.1", "--port", String(this.port), "--dir", this.#folder],
        ...["--pidfile", this.#pidFile, "--save", "", "--appendonly", "yes"],
      ],
      probe: ["redis-cli", "-h", "127.0.0.1", "-p", String(this.port), "ping"],
    });
  }

  /** Ends it at once, with kill -9. */
  async crash(): Promise<void> {
    process.kill(Number(await readFile(this.#pidFile, "utf8")), "SIGKILL");
    await this.#server?.stop();
    this.#server = undefined;
  }

  async discard(): Promise<void> {
    await this.#server?.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #pidFile(): string {
    return join(this.#folder, "redis.pid");
  }
}
