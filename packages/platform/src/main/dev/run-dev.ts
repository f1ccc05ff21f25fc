import { dirname, join } from "node:path";
import type { CheckMessage, PlannedChange } from "./dev-messages.ts";
import { type SchemaDifference, schemaDifference } from "./schema-difference.ts";
import { checkDeployment, ServedDeployment } from "./served-deployment.ts";
import { WatchedFiles } from "./watched-files.ts";

/** What happens, one after the other. */
export type DevEvent =
  | {
      readonly event: "started";
      readonly url: string;
      readonly text: string;
      readonly applied: readonly string[];
      readonly files: number;
    }
  | { readonly event: "changed"; readonly schema: SchemaDifference; readonly tables: readonly PlannedChange[] }
  | { readonly event: "restarted"; readonly url: string; readonly applied: readonly string[] }
  /** `isServing`: whether the deployment as it was before still answers. */
  | { readonly event: "faulty"; readonly fault: string; readonly isServing: boolean }
  | { readonly event: "ended"; readonly fault: string };

export interface DevOptions {
  /** What the deployment is started with. */
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  tell(event: DevEvent): void;
}

/** Serves a deployment, and again after each change of its files that is sound. Goes on until the signal comes. */
export async function runDev(config: string, options: DevOptions): Promise<void> {
  const { signal } = options;
  const files = new WatchedFiles();
  const stopped = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const dev = new DevServer(config, files, options);
  while (!signal.aborted) {
    await dev.look();
    if (!signal.aborted) await Promise.race([files.changed(), stopped]);
  }
  files.close();
  await dev.stop();
}

class DevServer {
  readonly #config: string;
  readonly #files: WatchedFiles;
  readonly #tell: (event: DevEvent) => void;
  #environment: NodeJS.ProcessEnv;
  #serving: ServedDeployment | undefined;
  #schema: readonly string[] | undefined;
  /** The files that the deployment is made of. */
  #loaded: readonly string[] = [];

  constructor(config: string, files: WatchedFiles, { environment, tell }: DevOptions) {
    this.#config = config;
    this.#files = files;
    this.#tell = tell;
    this.#environment = environment;
    this.#watch({ kind: "faulty", files: [] });
  }

  /** Serves the deployment as its files are now, if they are sound; otherwise what was served before goes on. */
  async look(): Promise<void> {
    try {
      const checked = await checkDeployment(this.#config, this.#environment);
      this.#watch(checked);
      if (checked.kind === "faulty") return this.#complain(checked.fault);
      const { schema, models } = checked;
      if (this.#serving) {
        const tables = await this.#serving.plan({ models });
        this.#tell({ event: "changed", schema: schemaDifference(this.#schema ?? schema, schema), tables });
        const refused = tables.filter(({ kind }) => kind !== "safe");
        if (refused.length > 0) return this.#complain(refusal(refused));
      }
      await this.#serve(checked.files.length);
      this.#schema = schema;
    } catch (error) {
      this.#complain(error instanceof Error ? error.message : String(error));
    }
  }

  async stop(): Promise<void> {
    const serving = this.#serving;
    this.#serving = undefined;
    await serving?.stop();
  }

  /** The embedded database has one process: the old one ends before the new one begins. */
  async #serve(files: number): Promise<void> {
    const isFirst = this.#schema === undefined;
    await this.stop();
    const serving = await ServedDeployment.start(this.#config, this.#environment);
    this.#serving = serving;
    const { url, text, applied } = serving.started;
    // A free port that was chosen once is kept: whoever looks at the page need not look for it again.
    if (this.#environment.PORT === "0") this.#environment = { ...this.#environment, PORT: new URL(url).port };
    void serving.ended.then((how) => {
      if (this.#serving !== serving) return;
      this.#serving = undefined;
      this.#tell({
        event: "ended",
        fault: `The platform ended by itself (${how}); it starts again after the next change.`,
      });
    });
    this.#tell(isFirst ? { event: "started", url, text, applied, files } : { event: "restarted", url, applied });
  }

  #complain(fault: string): void {
    this.#tell({ event: "faulty", fault, isServing: this.#serving !== undefined });
  }

  #watch({ kind, files }: Pick<CheckMessage, "kind" | "files">): void {
    // A fault may have kept files from being loaded that were there before, and are to be put right.
    const earlier = kind === "faulty" ? this.#loaded : [];
    this.#loaded = [...new Set([...earlier, ...files])];
    this.#files.watch([this.#config, join(dirname(this.#config), ".env"), ...this.#loaded]);
  }
}

function refusal(changes: readonly PlannedChange[]): string {
  const faults = changes.map(({ id, summary, resolution }) => `  - ${id}: ${summary}. To resolve: ${resolution}`);
  return ["The tables don't match the definitions, and nothing was changed:", ...faults].join("\n");
}
