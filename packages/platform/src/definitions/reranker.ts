import type { Rerank } from "./search.ts";

export interface RerankerOptions {
  /** Letters, digits and underscores. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** The chunks in the order that they should have. */
  readonly execute: Rerank;
}

/** A way to put search results into a better order, for any context: `configuration: { resultReranker }`. */
export class PlatformReranker {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly execute: Rerank;

  constructor(options: RerankerOptions) {
    this.id = options.id;
    this.name = options.name;
    this.description = options.description;
    this.execute = options.execute;
  }
}
