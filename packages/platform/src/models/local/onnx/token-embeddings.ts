import { type BertPart, partOf } from "./bert-part.ts";
import { layerNormalisation } from "./layer-normalisation.ts";
import type { Value } from "./onnx-graph.ts";
import { quantisedRows } from "./quantised-rows.ts";

/** What the encoder starts from: for each token, the sum of what its word and its place stand for. */
export function tokenEmbeddings(bert: BertPart, tokens: Value): Value {
  const part = partOf(bert, "embeddings");
  const { graph, config } = part;
  const words = part.tensor("word_embeddings.weight", [config.words, config.hiddenSize]);
  const places = part.tensor("position_embeddings.weight", [config.positions, config.hiddenSize]);
  const types = part.tensor("token_type_embeddings.weight", [config.types, config.hiddenSize]);
  // Every token of a single text is of the first type.
  const sums = places.data.map((number, index) => number + (types.data[index % config.hiddenSize] ?? 0));

  const count = graph.node("Slice", [graph.node("Shape", [tokens]), graph.integers(1), graph.integers(2)]);
  const placed = graph.node("Slice", [graph.constant(sums, places.sizes), graph.integers(0), count, graph.integers(0)]);
  return layerNormalisation(part, graph.node("Add", [quantisedRows(graph, tokens, words), placed]));
}
