import type { SentenceModel } from "./sentence-model.ts";

/** What a thread needs to open the model. */
export interface ThreadSettings {
  readonly model: SentenceModel;
  /** What the built model's file is called. */
  readonly onnxFile: string;
  readonly cacheFolders: readonly string[];
  readonly processorsPerText: number;
}

/** What is asked of a thread that has said `ready`; one thing at a time. */
export interface Request {
  readonly texts: readonly string[];
}

export type Reply =
  | { readonly kind: "ready" }
  /** One after the other, in the order of the texts. */
  | { readonly kind: "vectors"; readonly numbers: Float32Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly reason: string };
