import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { StartRefusedError } from "../../foundation/errors.ts";
import { bundledModel } from "./bundled-model.ts";
import { type BertConfig, parseBertConfig } from "./onnx/bert-config.ts";
import { encoderRevision, type Pooling } from "./onnx/sentence-encoder.ts";

/** The paths of a model's files. */
export interface ModelFiles {
  readonly config: string;
  readonly tokenizer: string;
  readonly weights: string;
}

/** A sentence model as it lies in a folder, and how it is to be used. */
export interface SentenceModel {
  /** Letters, digits, dots, hyphens and underscores. */
  readonly name: string;
  readonly files: ModelFiles;
  readonly config: BertConfig;
  readonly pooling: Pooling;
  readonly maxTokens: number;
}

export interface SentenceModelOptions {
  readonly directory?: string;
  readonly pooling?: Pooling;
  readonly maxTokens?: number;
}

/** Reads what describes the model, not the model itself. Throws with everything that is wrong. */
export function findSentenceModel(options: SentenceModelOptions): SentenceModel {
  const { directory } = options;
  const files = directory === undefined ? bundledModel : filesIn(directory);
  const missing = Object.values(files).filter((path) => !existsSync(path));
  if (missing.length > 0) throw refusal(missing.map((path) => `${path} is missing`));
  const config = parseBertConfig(readJson(files.config));
  if (!("hiddenSize" in config)) throw refusal(config);

  const maxTokens = options.maxTokens ?? Math.min(declaredMaxTokens(directory) ?? 256, config.positions);
  if (!Number.isInteger(maxTokens) || maxTokens < 8 || maxTokens > config.positions) {
    throw refusal([`maxTokens is ${maxTokens}; it must be a whole number from 8 to ${config.positions}`]);
  }
  return {
    name: directory === undefined ? "all-MiniLM-L6-v2" : nameOf(directory),
    files,
    config,
    pooling: options.pooling ?? declaredPooling(directory) ?? "mean",
    maxTokens,
  };
}

/** Of everything that the vectors come from. Takes about 60 ms: the weights are tens of megabytes. */
export function digestOf({ files }: SentenceModel, passagePrefix: string): string {
  const hash = createHash("sha256").update(JSON.stringify([encoderRevision, passagePrefix]));
  for (const path of [files.config, files.tokenizer, files.weights]) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

function filesIn(directory: string): ModelFiles {
  return {
    config: join(directory, "config.json"),
    tokenizer: join(directory, "tokenizer.json"),
    weights: join(directory, "model.safetensors"),
  };
}

function nameOf(directory: string): string {
  return basename(resolve(directory)).replace(/[^\w.-]/g, "-");
}

/** The files that the sentence-transformers library puts beside a model. */
function declaredPooling(directory: string | undefined): Pooling | undefined {
  const path = join(directory ?? "", "1_Pooling", "config.json");
  if (directory === undefined || !existsSync(path)) return undefined;
  return readJson(path).pooling_mode_cls_token === true ? "cls" : "mean";
}

function declaredMaxTokens(directory: string | undefined): number | undefined {
  const path = join(directory ?? "", "sentence_bert_config.json");
  if (directory === undefined || !existsSync(path)) return undefined;
  const { max_seq_length } = readJson(path);
  return typeof max_seq_length === "number" ? max_seq_length : undefined;
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {}
  throw refusal([`${path} holds no JSON object`]);
}

function refusal(faults: readonly string[]): StartRefusedError {
  return new StartRefusedError("localEmbedding can't use the model:", faults);
}
