import { isContent, type SectionBegin } from "./archive-format.ts";
import { archiveLines } from "./read-archive.ts";

/** Goes through an archive that was checked, section by section. */
export class ArchiveCursor {
  readonly #lines: AsyncGenerator<string>;
  /** Of the line that was read last, counted from 1. */
  number = 0;

  constructor(path: string) {
    this.#lines = archiveLines(path);
  }

  /** The next section, once the one before it was read to its end; undefined after the last. */
  async nextSection(): Promise<SectionBegin | undefined> {
    for (let line = await this.#next(); line !== undefined; line = await this.#next()) {
      if (line.startsWith(`{"begin":`)) return JSON.parse(line) as SectionBegin;
    }
    return undefined;
  }

  /** The lines of the section, but for those that are not after the given one. */
  async *content(after: number): AsyncGenerator<string> {
    for (let text = await this.#next(); text !== undefined && isContent(text); text = await this.#next()) {
      if (this.number > after) yield text;
    }
  }

  close(): Promise<unknown> {
    return this.#lines.return(undefined);
  }

  async #next(): Promise<string | undefined> {
    const { value, done } = await this.#lines.next();
    if (done) return undefined;
    this.number += 1;
    return value;
  }
}
