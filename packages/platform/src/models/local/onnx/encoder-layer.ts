import { type BertPart, partOf } from "./bert-part.ts";
import { layerNormalisation } from "./layer-normalisation.ts";
import type { Value } from "./onnx-graph.ts";
import { type LinearWeights, linearWeights, quantisedLinear } from "./quantised-linear.ts";

/** One layer of a BERT: tokens attend to each other, then each is transformed for itself. */
export function encoderLayer(layer: BertPart, input: Value): Value {
  const { hiddenSize, innerSize } = layer.config;
  const attended = addAndNormalise(partOf(layer, "attention.output"), attention(layer, input), {
    around: input,
    sizes: [hiddenSize, hiddenSize],
  });
  const inner = quantisedLinear(layer, attended, linearWeights(layer, "intermediate.dense", [innerSize, hiddenSize]));
  return addAndNormalise(partOf(layer, "output"), layer.graph.node("Gelu", [inner]), {
    around: attended,
    sizes: [hiddenSize, innerSize],
  });
}

function attention(layer: BertPart, input: Value): Value {
  const { graph, config } = layer;
  const heads = { kind: "integer", value: config.heads } as const;
  const queriesKeysValues = quantisedLinear(layer, input, queryKeyValueWeights(layer));
  const three = graph.integers(config.hiddenSize, config.hiddenSize, config.hiddenSize);
  return graph.node(
    "Attention",
    graph.nodeOfThree("Split", [queriesKeysValues, three], { axis: { kind: "integer", value: -1 } }),
    { q_num_heads: heads, kv_num_heads: heads },
  );
}

/** One multiplication for the three saves rounding the input three times. */
function queryKeyValueWeights(layer: BertPart): LinearWeights {
  const { hiddenSize } = layer.config;
  const parts = ["query", "key", "value"].map((name) =>
    linearWeights(layer, `attention.self.${name}`, [hiddenSize, hiddenSize]),
  );
  return {
    weight: { sizes: [3 * hiddenSize, hiddenSize], data: joined(parts.map(({ weight }) => weight.data)) },
    bias: { sizes: [3 * hiddenSize], data: joined(parts.map(({ bias }) => bias.data)) },
  };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

interface Residual {
  /** What went in before the transformation. */
  readonly around: Value;
  readonly sizes: readonly [number, number];
}

function addAndNormalise(part: BertPart, input: Value, { around, sizes }: Residual): Value {
  const transformed = quantisedLinear(part, input, linearWeights(part, "dense", sizes));
  return layerNormalisation(part, part.graph.node("Add", [transformed, around]));
}
