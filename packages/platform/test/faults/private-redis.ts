import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { makeServerFolder } from "../../../../scripts/services/make-server-folder.ts";
import { commandSucceeds } from "../../../../scripts/services/run-command.ts";
import { type RunningServer, runServer } from "../../../../scripts/services/run-server.ts";

/** Whether a Redis of our own can be had, to be crashed at will. Queues of the same name would meet on a shared one. */
export const hasRedis = await commandSucceeds("redis-server", "--version");

/** A Redis server that writes everything down, can crash and hang, and comes back at the same address with the same data. */
export class PrivateRedis {
  readonly port: number;
  readonly #folder: string;
  #running: { readonly server: RunningServer; readonly pid: number } | undefined;

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
    const pidFile = join(this.#folder, "redis.pid");
    const server = await runServer({
      name: "Redis",
      // Its log is removed when it ends; the data lies elsewhere and stays.
      folder: await makeServerFolder("redis-log"),
      command: [
        ...["redis-server", "--bind", "127.0.0.1", "--port", String(this.port), "--dir", this.#folder],
        ...["--pidfile", pidFile, "--save", "", "--appendonly", "yes"],
      ],
      probe: ["redis-cli", "-h", "127.0.0.1", "-p", String(this.port), "ping"],
    });
    this.#running = { server, pid: Number(await readFile(pidFile, "utf8")) };
  }

  /** Ends it at once, with kill -9: connections break. */
  async crash(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#running?.server.stop();
    this.#running = undefined;
  }

  /** It stays connected, and answers nothing. */
  hang(): void {
    this.#signal("SIGSTOP");
  }

  wakeUp(): void {
    this.#signal("SIGCONT");
  }

  async discard(): Promise<void> {
    await this.#running?.server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
    if (!this.#running) throw new Error("Redis is not running.");
    process.kill(this.#running.pid, signal);
  }
}
