import { Worker } from "node:worker_threads";
import type { EmbeddingModel, EmbedOptions } from "../definitions/embedder.ts";
import { cacheQueries } from "./cache-queries.ts";
import { cacheFolders } from "./local/cache-folders.ts";
import type { ThreadSettings } from "./local/messages.ts";
import { ModelThreads } from "./local/model-threads.ts";
import type { Pooling } from "./local/onnx/sentence-encoder.ts";
import { digestOf, findSentenceModel, type SentenceModel } from "./local/sentence-model.ts";
import { shareProcessors } from "./local/share-processors.ts";

export interface LocalEmbeddingOptions {
  /**
   * A folder with the `config.json`, `tokenizer.json` and `model.safetensors` of a sentence model of the BERT family.
   * Default: all-MiniLM-L6-v2 (English, 384 numbers), which comes along.
   */
  readonly directory?: string;
  /** Default: what the folder's `1_Pooling/config.json` says, else `mean`. */
  readonly pooling?: Pooling;
  /** Put before what is searched for, for models trained with one. */
  readonly queryPrefix?: string;
  /** Put before what is found, for models trained with one. */
  readonly passagePrefix?: string;
  /** What is longer is cut off. Default: what the folder's `sentence_bert_config.json` says, else 256. */
  readonly maxTokens?: number;
  /** Texts that are embedded at once. Default: 2, or 1 on a single processor; they share the processors. */
  readonly threads?: number;
  /** Where the model is kept once it was built. Default: `.cache` in node_modules, or in the home folder. */
  readonly cacheDirectory?: string;
}

/** A sentence model that runs in threads of this process, offline. The same options give the same model. */
export function localEmbedding(options: LocalEmbeddingOptions = {}): EmbeddingModel {
  const key = JSON.stringify(Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1)));
  const known = models.get(key);
  if (known) return known;
  const model = cacheQueries(new LocalEmbedding(options));
  models.set(key, model);
  return model;
}

/** Contexts that ask for the same model share its threads: each holds the whole model in memory. */
const models = new Map<string, EmbeddingModel>();

class LocalEmbedding implements EmbeddingModel {
  readonly dimensions: number;
  readonly #model: SentenceModel;
  readonly #prefixes: Readonly<Record<EmbedOptions["purpose"], string>>;
  readonly #threads: ModelThreads;
  #id: string | undefined;

  constructor(options: LocalEmbeddingOptions) {
    const { queryPrefix = "", passagePrefix = "", threads } = options;
    this.#model = findSentenceModel(options);
    this.dimensions = this.#model.config.hiddenSize;
    this.#prefixes = { query: queryPrefix, passage: passagePrefix };
    const share = shareProcessors(threads);
    this.#threads = new ModelThreads(share.threads, () => {
      const settings: ThreadSettings = {
        model: this.#model,
        onnxFile: `${this.id.replaceAll("/", "-")}.onnx`,
        cacheFolders: cacheFolders(options.cacheDirectory),
        processorsPerText: share.processorsPerText,
      };
      // No flags of this process: of some, such as --input-type, a thread would end at once.
      return new Worker(new URL("./local/model-worker.ts", import.meta.url), { workerData: settings, execArgv: [] });
    });
  }

  /** Without the query's prefix: a change of that leaves the vectors of what is found as they are. */
  get id(): string {
    const { name, pooling, maxTokens } = this.#model;
    this.#id ??= [name, pooling, maxTokens, digestOf(this.#model, this.#prefixes.passage)].join("/");
    return this.#id;
  }

  async embed(texts: readonly string[], { purpose, signal }: EmbedOptions): Promise<readonly Float32Array[]> {
    const prefix = this.#prefixes[purpose];
    return this.#threads.embed(prefix === "" ? texts : texts.map((text) => prefix + text), {
      isUrgent: purpose === "query",
      ...(signal && { signal }),
    });
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
