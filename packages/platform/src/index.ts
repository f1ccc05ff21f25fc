export { type FetchToolOptions, fetchTool } from "./agents/tools/fetch-tool.ts";
export { type WebPage, type WebSearchToolOptions, webSearchTool } from "./agents/tools/web-search-tool.ts";
export { PlatformApp } from "./definitions/app.ts";
export { type ContextConfiguration, type ContextOptions, PlatformContext } from "./definitions/context.ts";
export type { ContextHandle } from "./definitions/context-handle.ts";
export type { CoreHandle, CoreItem } from "./definitions/core-handle.ts";
export {
  type ChunkText,
  type EmbedderOptions,
  type EmbeddingModel,
  type EmbedOptions,
  PlatformEmbedder,
} from "./definitions/embedder.ts";
export {
  type EvalItem,
  type EvalMessage,
  type EvalOptions,
  type EvalParameter,
  type EvalQuestion,
  type EvalRun,
  type EvalScore,
  type EvalTestCase,
  type EvalToolCall,
  PlatformEval,
} from "./definitions/eval.ts";
export type { FieldDefinition } from "./definitions/field-definition.ts";
export type { Item, ItemFilter, ItemInput } from "./definitions/item-types.ts";
export { type ItemEventData, type JobOptions, type JobRun, PlatformJob } from "./definitions/job.ts";
export type { Json } from "./definitions/json.ts";
export type { ProcessorConfig, ProcessorDefinition, ProcessorRun } from "./definitions/processor.ts";
export { PlatformProvider, type ProviderContext, type ProviderOptions } from "./definitions/provider.ts";
export type {
  AddOptions,
  Backoff,
  JobCounts,
  JobState,
  QueueConfiguration,
  QueueHandle,
  QueueJob,
  QueueRegistration,
} from "./definitions/queue.ts";
export { PlatformReranker, type RerankerOptions } from "./definitions/reranker.ts";
export type {
  Rerank,
  RerankInput,
  SearchChunk,
  SearchCutoffs,
  SearchExpand,
  SearchMethod,
} from "./definitions/search.ts";
export type { SourceConfig, SourceDefinition, SourceItems, SourceRun } from "./definitions/source.ts";
export type { StoredFile } from "./definitions/stored-file.ts";
export {
  type ConfigParameter,
  PlatformTool,
  ToolFailure,
  type ToolOptions,
  type ToolOutput,
  type ToolRun,
} from "./definitions/tool.ts";
export { type ExtractTextOptions, extractText, type TextExtractor } from "./files/extract-text.ts";
export { FetchError } from "./foundation/safe-fetch/fetch-error.ts";
export { type SafeFetchOptions, type SafeResponse, safeFetch } from "./foundation/safe-fetch/safe-fetch.ts";
export type { Chunker, ChunkingOptions } from "./indexing/chunking/chunker.ts";
export { PlatformChunkers } from "./indexing/chunking/chunkers.ts";
export { PlatformDatabase } from "./main/platform-database.ts";
export {
  anthropicProvider,
  openaiCompatibleProvider,
  openaiProvider,
  type ProviderKey,
} from "./models/language/ready-providers.ts";
export { retrievalProvider } from "./models/language/retrieval-provider.ts";
export { type ScriptedStep, scriptedProvider } from "./models/language/scripted-provider.ts";
export { type LocalEmbeddingOptions, localEmbedding } from "./models/local-embedding.ts";
export { type RemoteEmbeddingOptions, remoteEmbedding } from "./models/remote-embedding.ts";
export { PlatformQueues } from "./queues/queue-registry.ts";
export type { FeedEntry } from "./sources/feed/feed-entry.ts";
export { feedSource } from "./sources/feed/feed-source.ts";
export { folderSource } from "./sources/folder/folder-source.ts";
export { type FolderFile, readFolder } from "./sources/folder/read-folder.ts";
export { httpSource } from "./sources/http/http-source.ts";
export type { HttpPaging } from "./sources/http/paging.ts";
