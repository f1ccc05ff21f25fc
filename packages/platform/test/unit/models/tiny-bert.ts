import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A BERT with random weights that is built in no time: two layers, 16 numbers a vector, a dozen words. */
export const tinySizes = { hidden: 16, inner: 32, heads: 4, layers: 2, positions: 24 };

export const tinyWords = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "cat", "dog", "eats", "sleeps", "the", "under", "."];

export type TinyTensors = ReadonlyMap<string, { readonly sizes: readonly number[]; readonly data: Float32Array }>;

export const tinyConfig = {
  model_type: "bert",
  hidden_act: "gelu",
  hidden_size: tinySizes.hidden,
  intermediate_size: tinySizes.inner,
  num_attention_heads: tinySizes.heads,
  num_hidden_layers: tinySizes.layers,
  max_position_embeddings: tinySizes.positions,
  vocab_size: tinyWords.length,
  type_vocab_size: 2,
  layer_norm_eps: 1e-12,
};

export function tinyTensors(): TinyTensors {
  const { hidden, inner, layers, positions } = tinySizes;
  const random = pseudoRandom(42);
  const tensors = new Map<string, { sizes: readonly number[]; data: Float32Array }>();
  const add = (name: string, ...sizes: number[]) => {
    const count = sizes.reduce((product, size) => product * size, 1);
    tensors.set(name, { sizes, data: Float32Array.from({ length: count }, () => random() - 0.5) });
  };
  const addLinear = (name: string, outputs: number, inputs: number) => {
    add(`${name}.weight`, outputs, inputs);
    add(`${name}.bias`, outputs);
  };
  add("bert.embeddings.word_embeddings.weight", tinyWords.length, hidden);
  add("bert.embeddings.position_embeddings.weight", positions, hidden);
  add("bert.embeddings.token_type_embeddings.weight", 2, hidden);
  add("bert.embeddings.LayerNorm.weight", hidden);
  add("bert.embeddings.LayerNorm.bias", hidden);
  for (let layer = 0; layer < layers; layer++) {
    const prefix = `bert.encoder.layer.${layer}`;
    for (const name of ["query", "key", "value"]) addLinear(`${prefix}.attention.self.${name}`, hidden, hidden);
    addLinear(`${prefix}.attention.output.dense`, hidden, hidden);
    addLinear(`${prefix}.intermediate.dense`, inner, hidden);
    addLinear(`${prefix}.output.dense`, hidden, inner);
    for (const part of ["attention.output", "output"]) {
      add(`${prefix}.${part}.LayerNorm.weight`, hidden);
      add(`${prefix}.${part}.LayerNorm.bias`, hidden);
    }
  }
  return tensors;
}

/** Writes the model as a folder like those that sentence models are shared as. */
export async function writeTinyModel(folder: string, config: object = tinyConfig): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(tinyTokenizer));
  await writeFile(join(folder, "model.safetensors"), safetensorsFile(tinyTensors()));
  return folder;
}

export function safetensorsFile(tensors: TinyTensors): Buffer {
  let end = 0;
  const header = Object.fromEntries(
    [...tensors].map(([name, { sizes, data }]) => {
      const start = end;
      end += data.byteLength;
      return [name, { dtype: "F32", shape: sizes, data_offsets: [start, end] }];
    }),
  );
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...[...tensors.values()].map(({ data }) => Buffer.from(data.buffer))]);
}

const tinyTokenizer = {
  version: "1.0",
  added_tokens: [0, 1, 2, 3].map((id) => ({ id, content: tinyWords[id], special: true, normalized: false })),
  normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: "BertPreTokenizer" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "[CLS]", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "[SEP]", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
      "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
    },
  },
  decoder: { type: "WordPiece", prefix: "##", cleanup: true },
  model: {
    type: "WordPiece",
    unk_token: "[UNK]",
    continuing_subword_prefix: "##",
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(tinyWords.map((word, id) => [word, id])),
  },
};

function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
