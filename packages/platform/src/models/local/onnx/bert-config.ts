/** The sizes of a BERT, from its `config.json`. */
export interface BertConfig {
  /** Numbers in a vector. */
  readonly hiddenSize: number;
  /** Numbers in the wider vector inside a layer. */
  readonly innerSize: number;
  readonly heads: number;
  readonly layers: number;
  /** Keeps the normalisation of a layer from dividing by nothing. */
  readonly epsilon: number;
  /** The most tokens that a text can have. */
  readonly positions: number;
  readonly words: number;
  /** Kinds of texts that a pair of texts consists of. */
  readonly types: number;
}

/** What the file says, or every reason why the model cannot be built. */
export function parseBertConfig(settings: Readonly<Record<string, unknown>>): BertConfig | readonly string[] {
  const faults = [
    ...Object.entries(expected).flatMap(([name, { value, byDefault }]) => {
      const given = settings[name] ?? byDefault;
      return given === value ? [] : [`config.json: ${name} is ${JSON.stringify(given)}, only "${value}" can be read`];
    }),
    ...sizes.flatMap((name) =>
      Number.isInteger(settings[name]) && Number(settings[name]) > 0
        ? []
        : [`config.json: ${name} must be a whole number above 0`],
    ),
  ];
  if (faults.length > 0) return faults;
  const size = (name: (typeof sizes)[number]) => Number(settings[name]);
  if (size("hidden_size") % size("num_attention_heads") !== 0) {
    return ["config.json: hidden_size must be a multiple of num_attention_heads"];
  }
  return {
    hiddenSize: size("hidden_size"),
    innerSize: size("intermediate_size"),
    heads: size("num_attention_heads"),
    layers: size("num_hidden_layers"),
    epsilon: typeof settings.layer_norm_eps === "number" ? settings.layer_norm_eps : 1e-12,
    positions: size("max_position_embeddings"),
    words: size("vocab_size"),
    types: size("type_vocab_size"),
  };
}

const sizes = [
  "hidden_size",
  "intermediate_size",
  "num_attention_heads",
  "num_hidden_layers",
  "max_position_embeddings",
  "vocab_size",
  "type_vocab_size",
] as const;

/** Where another value would need another graph. */
const expected: Readonly<Record<string, { readonly value: string; readonly byDefault?: string }>> = {
  model_type: { value: "bert" },
  hidden_act: { value: "gelu", byDefault: "gelu" },
  position_embedding_type: { value: "absolute", byDefault: "absolute" },
};
