/** Turns texts into vectors. `localEmbedding()` is one; any AI SDK embedding model can be made one. */
export interface EmbeddingModel {
  /** Names the model and everything that changes its vectors, such as its revision and pooling. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimensions: number;
  /** Vectors of length 1, in the order of the texts. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>;
  /** Lets go of threads and files. Calling `embed` again opens them again. */
  close?(): Promise<void>;
}

export interface EmbedOptions {
  /** Some models embed what is searched for unlike what is found. */
  readonly purpose: "query" | "passage";
  readonly signal?: AbortSignal;
}

/** A passage of an item, as it is stored, embedded and found. */
export interface ChunkText {
  readonly content: string;
  /** Put before the content for the embedding and, with more weight, for full text; default: the item's title. */
  readonly title?: string;
  /** Shown with a hit. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface EmbedderOptions {
  /** Letters, digits and underscores. */
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly model: EmbeddingModel;
  /** How an item becomes passages. Default: its text fields, split by sentences into about 200 tokens. */
  chunk?(item: Readonly<Record<string, unknown>>): Iterable<string | ChunkText> | Promise<Iterable<string | ChunkText>>;
}

/** How the items of a context become searchable. */
export class PlatformEmbedder {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly model: EmbeddingModel;
  readonly options: EmbedderOptions;

  constructor(options: EmbedderOptions) {
    this.id = options.id;
    this.name = options.name;
    this.description = options.description;
    this.model = options.model;
    this.options = options;
  }
}
