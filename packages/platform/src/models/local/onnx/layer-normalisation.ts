import type { BertPart } from "./bert-part.ts";
import type { Value } from "./onnx-graph.ts";

/** The `LayerNorm` of the part. */
export function layerNormalisation({ graph, config, tensor }: BertPart, input: Value): Value {
  const scale = graph.constant(tensor("LayerNorm.weight", [config.hiddenSize]).data);
  const shift = graph.constant(tensor("LayerNorm.bias", [config.hiddenSize]).data);
  return graph.node("LayerNormalization", [input, scale, shift], {
    axis: { kind: "integer", value: -1 },
    epsilon: { kind: "float", value: config.epsilon },
  });
}
