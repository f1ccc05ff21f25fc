import type { BertConfig } from "./bert-config.ts";
import type { OnnxGraph } from "./onnx-graph.ts";
import type { Tensor } from "./safetensors.ts";

/** A part of a BERT that is being built: the graph to add to, and the weights of that part. */
export interface BertPart {
  readonly graph: OnnxGraph;
  readonly config: BertConfig;
  /** The weights of this name within the part. Throws when they are missing or of other sizes. */
  tensor(name: string, sizes: readonly number[]): Tensor;
}

/** The weights of the part's part start with this name. */
export function partOf(part: BertPart, name: string): BertPart {
  return { ...part, tensor: (inner, sizes) => part.tensor(`${name}.${inner}`, sizes) };
}
