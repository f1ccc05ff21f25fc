import { ask } from "./ask.ts";

interface Written {
  readonly item: { readonly id: string };
  readonly job: string | null;
}

/** Creates orders over HTTP, several at a time, and remembers what was acknowledged. */
export class OrderWriters {
  /** The job of each order. */
  readonly acknowledged = new Map<string, string | null>();
  /** What was said about the orders that were refused. */
  readonly refusals: string[] = [];
  #isStopped = false;

  /** Writes until the platform no longer answers, or until `stop`. */
  async run(url: string, writers: number): Promise<void> {
    this.#isStopped = false;
    await Promise.all(Array.from({ length: writers }, () => this.#write(url)));
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #write(url: string): Promise<void> {
    while (!this.#isStopped) {
      const answer = await ask(url, create).catch(() => undefined);
      if (!answer) return;
      if (answer.errors) this.refusals.push(...answer.errors.map(({ message }) => message));
      const written = answer.data?.written as Written | undefined;
      if (written) this.acknowledged.set(written.item.id, written.job);
    }
  }
}

const create = `mutation { written: ordersCreateOne(input: { title: "One of many" }) { item { id } job } }`;
