import type { BertPart } from "./bert-part.ts";
import type { OnnxGraph, Value } from "./onnx-graph.ts";
import { largest } from "./quantised-rows.ts";
import type { Tensor } from "./safetensors.ts";

/**
 * `input · weightᵀ + bias`, with weights of 8 bits and activations of 16, as products of 8-bit numbers: what rounding
 * took from the input is rounded and multiplied as well. With 8 bits alone, last-bit differences between processors tip
 * roundings in every later layer, and the vectors of one text on arm64 and x64 differed by up to 0.015 a number; this
 * way it is 0.0001. The price is half as much time again; with floats it was more than twice the time.
 */
export function quantisedLinear({ graph }: BertPart, input: Value, { weight, bias }: LinearWeights): Value {
  const weights = quantiseColumns(graph, weight);
  const rounded = graph.nodeOfThree("DynamicQuantizeLinear", [input]);
  const lost = graph.node("Sub", [input, graph.node("DequantizeLinear", rounded)]);
  const lostRounded = graph.nodeOfThree("DynamicQuantizeLinear", [lost]);
  const product = graph.node("Add", [multiply(graph, rounded, weights), graph.constant(bias.data)]);
  return graph.node("Add", [product, multiply(graph, lostRounded, weights)]);
}

export interface LinearWeights {
  /** A row per output. */
  readonly weight: Tensor;
  readonly bias: Tensor;
}

/** The weights of a linear layer of this name. */
export function linearWeights(part: BertPart, name: string, sizes: readonly [number, number]): LinearWeights {
  const [outputs] = sizes;
  return { weight: part.tensor(`${name}.weight`, sizes), bias: part.tensor(`${name}.bias`, [outputs]) };
}

interface QuantisedWeights {
  readonly numbers: Value;
  readonly scales: Value;
  readonly zeros: Value;
}

/**
 * One scale per output. Unsigned, with 128 for zero: what x64 processors without VNNI have for signed weights saturates
 * and gives other products.
 */
function quantiseColumns(graph: OnnxGraph, { sizes, data }: Tensor): QuantisedWeights {
  const [outputs = 0, inputs = 0] = sizes;
  const numbers = new Uint8Array(inputs * outputs);
  const scales = new Float32Array(outputs);
  for (let output = 0; output < outputs; output++) {
    const row = data.subarray(output * inputs, (output + 1) * inputs);
    const scale = largest(row) / 127 || 1;
    scales[output] = scale;
    row.forEach((weight, input) => {
      numbers[input * outputs + output] = 128 + Math.round(weight / scale);
    });
  }
  return {
    numbers: graph.constant(numbers, [inputs, outputs]),
    scales: graph.constant(scales),
    zeros: graph.constant(new Uint8Array(outputs).fill(128)),
  };
}

/** ONNX Runtime knows this pattern and makes one operation of it. */
function multiply(graph: OnnxGraph, input: readonly [Value, Value, Value], weights: QuantisedWeights): Value {
  const [numbers, scale, zero] = input;
  const product = graph.node("MatMulInteger", [numbers, weights.numbers, zero, weights.zeros]);
  return graph.node("Mul", [graph.toFloat(product), graph.node("Mul", [scale, weights.scales])]);
}
