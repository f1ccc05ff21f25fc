import type { Worker } from "node:worker_threads";
import { ModelUnavailableError } from "../../foundation/errors.ts";
import type { Reply, Request } from "./messages.ts";

/** The thread ended before it answered: what it was asked may be asked again, of another. */
export class ThreadEndedError extends ModelUnavailableError {
  override readonly name = "ThreadEndedError";
}

interface Waiting {
  resolve(numbers: Float32Array): void;
  reject(error: Error): void;
}

/** A thread with the model in it, seen from outside. It keeps the process alive only while it has something to do. */
export class ModelThread {
  /** Settles once the model was opened, and built if that had not been done. */
  readonly ready: Promise<unknown>;
  readonly #worker: Worker;
  #waiting: Waiting | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (reply: Reply) => this.#receive(reply));
    worker.on("error", (error) => this.#settle()?.reject(new ThreadEndedError(error.message, { cause: error })));
    worker.on("exit", () => this.#settle()?.reject(new ThreadEndedError("the model's thread ended")));
    this.ready = this.#answer();
  }

  /** The numbers of the texts' vectors, one vector after the other. One call at a time. */
  embed(texts: readonly string[]): Promise<Float32Array> {
    this.#worker.ref();
    this.#worker.postMessage({ texts } satisfies Request);
    return this.#answer();
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answer(): Promise<Float32Array> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  #receive(reply: Reply): void {
    const waiting = this.#settle();
    switch (reply.kind) {
      case "ready":
        waiting?.resolve(new Float32Array());
        break;
      case "vectors":
        waiting?.resolve(reply.numbers);
        break;
      case "failed":
        waiting?.reject(new ModelUnavailableError(reply.reason));
        break;
    }
  }

  #settle(): Waiting | undefined {
    this.#worker.unref();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}
