import type { UIMessageChunk } from "ai";

/** An answer that is being given in this process. It goes on whether or not anyone listens. */
export class LiveAnswer {
  readonly #chunks: UIMessageChunk[] = [];
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  #isOver = false;
  #next = Promise.withResolvers<void>();

  /** Aborted when someone has asked to stop. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  add(chunk: UIMessageChunk): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isOver = true;
    this.#ended.resolve();
    this.#wake();
  }

  /** Settles when it has ended, and is kept. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  stop(): void {
    this.#stop.abort(new Error("The answer was stopped."));
  }

  /** Everything from the beginning, and then what comes. */
  async *follow(): AsyncGenerator<UIMessageChunk, void> {
    for (let index = 0; ; index++) {
      while (index >= this.#chunks.length) {
        if (this.#isOver) return;
        await this.#next.promise;
      }
      const chunk = this.#chunks[index];
      if (chunk) yield chunk;
    }
  }

  #wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }
}

/** The answers that are being given in this process, by the conversation. */
export class LiveAnswers {
  readonly #bySession = new Map<string, LiveAnswer>();

  find(session: string): LiveAnswer | undefined {
    return this.#bySession.get(session);
  }

  /** Undefined when one is being given there already. */
  start(session: string): LiveAnswer | undefined {
    if (this.#bySession.has(session)) return undefined;
    const answer = new LiveAnswer();
    this.#bySession.set(session, answer);
    return answer;
  }

  end(session: string, answer: LiveAnswer): void {
    answer.end();
    if (this.#bySession.get(session) === answer) this.#bySession.delete(session);
  }

  /** Stops all of them: the process ends. Settles when they are kept. */
  async stopAll(): Promise<void> {
    const answers = [...this.#bySession.values()];
    for (const answer of answers) answer.stop();
    await Promise.all(answers.map((answer) => answer.ended));
  }
}
