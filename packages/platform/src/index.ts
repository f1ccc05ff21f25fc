export { PlatformApp } from "./definitions/app.ts";
export { type ContextConfiguration, type ContextOptions, PlatformContext } from "./definitions/context.ts";
export type { ContextHandle } from "./definitions/context-handle.ts";
export {
  type ChunkText,
  type EmbedderOptions,
  type EmbeddingModel,
  type EmbedOptions,
  PlatformEmbedder,
} from "./definitions/embedder.ts";
export type { FieldDefinition } from "./definitions/field-definition.ts";
export type { Item, ItemFilter, ItemInput } from "./definitions/item-types.ts";
export type { Json } from "./definitions/json.ts";
export { PlatformReranker, type RerankerOptions } from "./definitions/reranker.ts";
export type {
  Rerank,
  RerankInput,
  SearchChunk,
  SearchCutoffs,
  SearchExpand,
  SearchMethod,
} from "./definitions/search.ts";
export type { Chunker, ChunkingOptions } from "./indexing/chunking/chunk-text.ts";
export { PlatformChunkers } from "./indexing/chunking/chunkers.ts";
export { PlatformDatabase } from "./main/platform-database.ts";
export { type LocalEmbeddingOptions, localEmbedding } from "./models/local-embedding.ts";
export { type RemoteEmbeddingOptions, remoteEmbedding } from "./models/remote-embedding.ts";
