/** Something that works on the items of a context: where, and as which jobs. */
export interface Work {
  /** Null: it runs while the caller waits. */
  readonly queue: string | null;
  /** The name of its jobs. */
  readonly job: string;
}

export interface ContextSearchInfo extends Work {
  readonly embedder: string;
  readonly calculateVectors: Trigger;
  readonly maxRetrievalResults: number;
}

interface Part extends Work {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
}

export interface Source extends Part {
  readonly schedule: string | null;
  readonly timezone: string | null;
  readonly parameters: readonly SourceParameter[];
}

export interface SourceParameter {
  readonly name: string;
  readonly description: string | null;
  readonly type: "string" | "number" | "boolean" | "json";
  readonly required: boolean;
}

export type Trigger = "manual" | "onInsert" | "onUpdate" | "always";

export interface Processor extends Part {
  readonly trigger: Trigger;
}
