import { ask } from "./ask.ts";

interface Written {
  readonly id: string;
}

/** Writes tickets over HTTP, several at a time, and remembers what was acknowledged. */
export class TicketWriters {
  /** The title of each ticket as last acknowledged; null when its removal was. */
  readonly acknowledged = new Map<string, string | null>();
  /** Tickets whose last write got no answer: it may have happened or not. */
  readonly uncertain = new Set<string>();
  acknowledgedWrites = 0;
  #isStopped = false;
  #lastNumber = 0;

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
      this.#lastNumber += 1;
      const number = this.#lastNumber;
      const title = `Ticket ${number}`;
      const id = await this.#send(url, create, { title });
      if (id === undefined) return;
      this.#acknowledge(id, title);
      // Every second one is changed as well, and every fifth is removed.
      const changed = `${title}, changed`;
      if (number % 2 === 0 && !(await this.#follow(id, changed, this.#send(url, change, { id, title: changed }))))
        return;
      if (number % 5 === 0 && !(await this.#follow(id, null, this.#send(url, remove, { id })))) return;
    }
  }

  async #follow(id: string, title: string | null, sent: Promise<string | undefined>): Promise<boolean> {
    this.uncertain.add(id);
    if ((await sent) === undefined) return false;
    this.uncertain.delete(id);
    this.#acknowledge(id, title);
    return true;
  }

  #acknowledge(id: string, title: string | null): void {
    this.acknowledged.set(id, title);
    this.acknowledgedWrites += 1;
  }

  /** The id that was written; undefined when the platform went away instead of answering. */
  async #send(
    url: string,
    operation: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    const answer = await ask(url, operation, variables).catch(() => undefined);
    if (answer?.errors) throw new Error(`A write failed: ${JSON.stringify(answer.errors)}`);
    const written = answer?.data?.written as (Written & { readonly item?: Written }) | undefined;
    return written?.item?.id ?? written?.id;
  }
}

const create = `mutation ($title: String!) { written: ticketsCreateOne(input: { title: $title }) { item { id } } }`;
const change = `mutation ($id: ID!, $title: String!) { written: ticketsUpdateOneById(id: $id, input: { title: $title }) { item { id } } }`;
const remove = `mutation ($id: ID!) { written: ticketsRemoveOneById(id: $id) { id } }`;
