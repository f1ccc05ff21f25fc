import {
  type PlatformProcess,
  queuesDeployment,
  type RunningPlatform,
  startServer,
  startWorker,
} from "./platform-process.ts";
import type { Backend, Keep } from "./queue-backends.ts";

type Settings = Readonly<Record<string, string>>;

/** The processes of one deployment with queues: several, or on the embedded database one that does everything. */
export class QueueDeployment {
  readonly backend: Backend;
  readonly #keep: Keep;
  readonly #settings: Settings;
  readonly #config: string;
  readonly #processes: PlatformProcess[] = [];
  #server: RunningPlatform | undefined;

  private constructor(backend: Backend, keep: Keep, config: string, settings: Settings) {
    this.backend = backend;
    this.#keep = keep;
    this.#config = config;
    this.#settings = settings;
  }

  /** Starts nothing yet. */
  static async open(backend: Backend, settings: Settings = {}, config = queuesDeployment): Promise<QueueDeployment> {
    return new QueueDeployment(backend, await backend.open(), config, settings);
  }

  /** Where the API answers now. */
  get url(): string {
    return this.server.url;
  }

  get server(): RunningPlatform {
    if (!this.#server) throw new Error("The server has not been started.");
    return this.#server;
  }

  get environment(): Settings {
    return { ...this.#settings, ...this.#keep.environment };
  }

  /** Starts the API; with `start`, and always on the embedded database, the workers as well. */
  async startServer(wanted: "api" | "start" = "api"): Promise<RunningPlatform> {
    const command = this.backend.isShared ? wanted : "start";
    this.#server = await startServer(command, this.#config, this.environment);
    this.#processes.push(this.#server);
    return this.#server;
  }

  async startWorker(...queues: readonly string[]): Promise<PlatformProcess> {
    const worker = await startWorker(this.#config, queues, this.environment);
    this.#processes.push(worker);
    return worker;
  }

  /** Ends everything and lets go of the data. */
  async discard(): Promise<void> {
    for (const each of this.#processes) each.kill("SIGKILL");
    await Promise.all(this.#processes.map((each) => each.ended));
    await this.#keep.discard();
  }
}
