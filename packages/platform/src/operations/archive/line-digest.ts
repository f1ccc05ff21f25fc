import { createHash } from "node:crypto";

/** Counts lines, and makes their checksum. */
export class LineDigest {
  readonly #hash = createHash("sha256");
  #count = 0;

  add(line: string): void {
    this.#count += 1;
    this.#hash.update(line).update("\n");
  }

  get count(): number {
    return this.#count;
  }

  /** To be asked for once, at the end. */
  sha256(): string {
    return this.#hash.digest("hex");
  }
}
