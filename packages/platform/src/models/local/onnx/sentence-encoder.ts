import type { BertConfig } from "./bert-config.ts";
import { type BertPart, partOf } from "./bert-part.ts";
import { encoderLayer } from "./encoder-layer.ts";
import { OnnxGraph, type Value } from "./onnx-graph.ts";
import type { Tensors } from "./safetensors.ts";
import { tokenEmbeddings } from "./token-embeddings.ts";

/** How the vectors of a text's tokens become one: their mean, or that of the first, which some models train for it. */
export type Pooling = "mean" | "cls";

export const inputName = "tokens";
export const outputName = "vector";

/** Part of a model's id: raise it when the same weights give other vectors than before. */
export const encoderRevision = 1;

/**
 * A BERT that turns the tokens of one text into a vector of length 1, as an ONNX file. One text at a time: batches of 16
 * were no faster (17 tokens: 171 texts a second against 165; 186 tokens: 12 against 14), need padding, and would let a
 * text's vector depend on its neighbours.
 */
export function buildSentenceEncoder(tensors: Tensors, config: BertConfig, pooling: Pooling): Buffer {
  const graph = new OnnxGraph();
  const bert: BertPart = { graph, config, tensor: (name, sizes) => tensorOfSizes(tensors, name, sizes) };
  let hidden = tokenEmbeddings(bert, inputName);
  for (let layer = 0; layer < config.layers; layer++)
    hidden = encoderLayer(partOf(bert, `encoder.layer.${layer}`), hidden);
  return graph.write({
    input: { name: inputName, sizes: [1, "tokens"] },
    output: { name: outputName, sizes: [1, config.hiddenSize], value: unitLength(graph, pool(graph, hidden, pooling)) },
  });
}

function tensorOfSizes(tensors: Tensors, name: string, sizes: readonly number[]) {
  const tensor = tensors.get(name);
  if (tensor.sizes.join() === sizes.join()) return tensor;
  const [are, shouldBe] = [tensor.sizes, sizes].map((each) => each.join(" × "));
  throw new Error(`the tensor ${name} has ${are} numbers; by config.json it should have ${shouldBe}`);
}

function pool(graph: OnnxGraph, hidden: Value, pooling: Pooling): Value {
  switch (pooling) {
    case "mean":
      return graph.node("ReduceMean", [hidden, graph.integers(1)], { keepdims: { kind: "integer", value: 0 } });
    case "cls":
      return graph.node("Squeeze", [
        graph.node("Slice", [hidden, graph.integers(0), graph.integers(1), graph.integers(1)]),
        graph.integers(1),
      ]);
  }
}

function unitLength(graph: OnnxGraph, vector: Value): Value {
  const length = graph.node("ReduceL2", [vector, graph.integers(-1)], { keepdims: { kind: "integer", value: 1 } });
  return graph.node("Div", [vector, length]);
}
