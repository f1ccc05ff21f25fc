import { type TinyTensors, tinySizes } from "./tiny-bert.ts";

type Matrix = readonly (readonly number[])[];

/** The vector of a text as the paper has it, in plain floats: what the built model is compared with. */
export function plainVector(
  tensors: TinyTensors,
  tokens: readonly number[],
  pooling: "mean" | "cls",
): readonly number[] {
  const { hidden, layers } = tinySizes;
  const words = matrix(tensors, "embeddings.word_embeddings.weight");
  const places = matrix(tensors, "embeddings.position_embeddings.weight");
  const [type = []] = matrix(tensors, "embeddings.token_type_embeddings.weight");
  let states: Matrix = tokens.map((token, place) => sum(words[token], places[place], type));
  states = normalised(tensors, "embeddings", states);
  for (let layer = 0; layer < layers; layer++) states = transformed(tensors, `encoder.layer.${layer}`, states);
  const pooled = Array.from({ length: hidden }, (_, column) =>
    pooling === "cls" ? at(states[0], column) : mean(states.map((state) => at(state, column))),
  );
  const length = Math.hypot(...pooled);
  return pooled.map((number) => number / length);
}

function transformed(tensors: TinyTensors, layer: string, states: Matrix): Matrix {
  const attended = attention(tensors, layer, states);
  const output = linear(tensors, `${layer}.attention.output.dense`, attended);
  const middle = normalised(
    tensors,
    `${layer}.attention.output`,
    output.map((row, index) => sum(row, states[index])),
  );
  const inner = linear(tensors, `${layer}.intermediate.dense`, middle).map((row) => row.map(gelu));
  const outer = linear(tensors, `${layer}.output.dense`, inner);
  return normalised(
    tensors,
    `${layer}.output`,
    outer.map((row, index) => sum(row, middle[index])),
  );
}

function attention(tensors: TinyTensors, layer: string, states: Matrix): Matrix {
  const { hidden, heads } = tinySizes;
  const size = hidden / heads;
  const [queries = [], keys = [], values = []] = ["query", "key", "value"].map((name) =>
    linear(tensors, `${layer}.attention.self.${name}`, states),
  );
  return queries.map((query) =>
    Array.from({ length: heads }, (_, head) => {
      const [start, end] = [head * size, (head + 1) * size];
      const scores = keys.map((key) => Math.exp(dot(query.slice(start, end), key.slice(start, end)) / Math.sqrt(size)));
      const total = scores.reduce((all, score) => all + score, 0);
      return Array.from({ length: size }, (_, column) =>
        values.reduce((all, value, index) => all + (at(scores, index) / total) * at(value, start + column), 0),
      );
    }).flat(),
  );
}

function linear(tensors: TinyTensors, name: string, rows: Matrix): Matrix {
  const weight = matrix(tensors, `${name}.weight`);
  const [bias = []] = matrix(tensors, `${name}.bias`);
  return rows.map((row) => weight.map((weights, output) => dot(row, weights) + at(bias, output)));
}

function normalised(tensors: TinyTensors, name: string, rows: Matrix): Matrix {
  const [scale = []] = matrix(tensors, `${name}.LayerNorm.weight`);
  const [shift = []] = matrix(tensors, `${name}.LayerNorm.bias`);
  return rows.map((row) => {
    const middle = mean(row);
    const deviation = Math.sqrt(mean(row.map((number) => (number - middle) ** 2)));
    return row.map((number, column) => ((number - middle) / deviation) * at(scale, column) + at(shift, column));
  });
}

function gelu(number: number): number {
  return 0.5 * number * (1 + errorFunction(number / Math.SQRT2));
}

/** By its series, which is exact enough for small numbers. */
function errorFunction(number: number): number {
  let term = number;
  let total = number;
  for (let n = 1; n < 60; n++) {
    term *= -(number ** 2) / n;
    total += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

function matrix(tensors: TinyTensors, name: string): Matrix {
  const { sizes, data } = tensors.get(`bert.${name}`) ?? { sizes: [], data: new Float32Array() };
  const columns = sizes.at(-1) ?? 0;
  return Array.from({ length: data.length / columns }, (_, row) => [...data.slice(row * columns, (row + 1) * columns)]);
}

function sum(...rows: readonly (readonly number[] | undefined)[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => rows.reduce((all, row) => all + at(row, column), 0));
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((all, number, index) => all + number * at(other, index), 0);
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0) / numbers.length;
}

function at(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? 0;
}
