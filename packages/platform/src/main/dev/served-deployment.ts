import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CheckMessage, PlannedChange, PlanRequest, ServeMessage } from "./dev-messages.ts";

type Started = Extract<ServeMessage, { kind: "started" }>;

/** Looks at the deployment as its files are now, in a process that is over afterwards. */
export async function checkDeployment(config: string, environment: NodeJS.ProcessEnv): Promise<CheckMessage> {
  const child = forkProgram(new URL("./dev-check.ts", import.meta.url), config, environment);
  return firstMessage<CheckMessage>(child, "looking at the deployment");
}

/** A process that serves the deployment as its files were when it started. */
export class ServedDeployment {
  readonly started: Started;
  readonly #child: ChildProcess;
  /** Settles when the process is gone, with how it ended. */
  readonly ended: Promise<string>;

  private constructor(child: ChildProcess, started: Started) {
    this.#child = child;
    this.started = started;
    this.ended = once(child, "exit").then(([code, signal]) => String(signal ?? code));
  }

  /** Throws what was wrong when it does not start. */
  static async start(config: string, environment: NodeJS.ProcessEnv): Promise<ServedDeployment> {
    const child = forkProgram(new URL("./dev-serve.ts", import.meta.url), config, environment);
    const message = await firstMessage<ServeMessage>(child, "starting the deployment");
    if (message.kind === "started") return new ServedDeployment(child, message);
    throw new Error(message.kind === "failed" ? message.fault : "The deployment did not start.");
  }

  /** How its tables differ from what is declared now. */
  async plan(request: PlanRequest): Promise<readonly PlannedChange[]> {
    this.#child.send(request);
    const message = await firstMessage<ServeMessage>(this.#child, "planning the changes of the tables");
    if (message.kind === "planned") return message.changes;
    throw new Error(message.kind === "failed" ? message.fault : "The changes of the tables were not planned.");
  }

  /** Finishes what is running first. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.ended;
  }
}

function forkProgram(program: URL, config: string, env: NodeJS.ProcessEnv): ChildProcess {
  const stdio = ["ignore", "inherit", "inherit", "ipc"] as const;
  return fork(fileURLToPath(program), [config], { serialization: "advanced", stdio: [...stdio], env });
}

async function firstMessage<Message>(child: ChildProcess, what: string): Promise<Message> {
  const gone = new AbortController();
  try {
    const [message] = await Promise.race([
      once(child, "message", { signal: gone.signal }),
      once(child, "exit", { signal: gone.signal }).then(([code, signal]) => {
        throw new Error(`The process that was ${what} ended with ${signal ?? code}.`);
      }),
    ]);
    return message as Message;
  } finally {
    gone.abort();
  }
}
