import type { OnnxGraph, Value } from "./onnx-graph.ts";
import type { Tensor } from "./safetensors.ts";

/** The rows of a table that `indexes` names, from a table kept in 8 bits with one scale per row. */
export function quantisedRows(graph: OnnxGraph, indexes: Value, { sizes, data }: Tensor): Value {
  const [rows = 0, columns = 0] = sizes;
  const numbers = new Int8Array(data.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    const floats = data.subarray(start, start + columns);
    const scale = largest(floats) / 127 || 1;
    scales[row] = scale;
    floats.forEach((float, column) => {
      numbers[start + column] = Math.round(float / scale);
    });
  }
  const picked = graph.node("Gather", [graph.constant(numbers, sizes), indexes]);
  const pickedScales = graph.node("Gather", [graph.constant(scales), indexes]);
  return graph.node("Mul", [graph.toFloat(picked), graph.node("Unsqueeze", [pickedScales, graph.integers(-1)])]);
}

/** The largest of the numbers, without their signs. */
export function largest(numbers: Float32Array): number {
  let most = 0;
  for (const number of numbers) most = Math.max(most, Math.abs(number));
  return most;
}
