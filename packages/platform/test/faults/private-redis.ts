import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { makeServerFolder } from "../../../../scripts/services/make-server-folder.ts";
import { commandSucceeds } from "../../../../scripts/services/run-command.ts";
import { type RunningServer, runServer } from "../../../../scripts/services/run-server.ts";

/** Whether a Redis of our own can be had, to be crashed at will. */
export const hasRedis = await commandSucceeds("redis-server", "--version");

/** A Redis server that can crash, hang, and come back at the same address, empty. */
export class PrivateRedis {
  readonly port: number;
  #running: { readonly server: RunningServer; readonly pid: number } | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await findFreePort());
    await redis.comeBack();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async comeBack(): Promise<void> {
    const folder = await makeServerFolder("redis");
    const pidFile = join(folder, "redis.pid");
    const server = await runServer({
      name: "Redis",
      folder,
      command: [
        ...["redis-server", "--bind", "127.0.0.1", "--port", String(this.port), "--dir", folder],
        ...["--save", "", "--appendonly", "no", "--pidfile", pidFile],
      ],
      probe: ["redis-cli", "-h", "127.0.0.1", "-p", String(this.port), "ping"],
    });
    this.#running = { server, pid: Number(await readFile(pidFile, "utf8")) };
  }

  /** Ends it at once: connections break. */
  async crash(): Promise<void> {
    this.#signal("SIGKILL");
    await this.discard();
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
    this.#running = undefined;
  }

  #signal(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void {
    if (!this.#running) throw new Error("Redis is not running.");
    process.kill(this.#running.pid, signal);
  }
}
