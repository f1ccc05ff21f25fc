/** Every name that a resource adds to the schema. */
export interface ResourceNames {
  readonly type: string;
  readonly input: string;
  readonly filter: string;
  readonly paginationResult: string;
  readonly mutationPayload: string;

  readonly byId: string;
  readonly byIds: string;
  readonly one: string;
  readonly pagination: string;
  readonly statistics: string;

  readonly createOne: string;
  readonly copyOneById: string;
  readonly updateOne: string;
  readonly updateOneById: string;
  readonly removeOne: string;
  readonly removeOneById: string;
}

export const typeNameKeys = ["type", "input", "filter", "paginationResult", "mutationPayload"] as const;
export const queryNameKeys = ["byId", "byIds", "one", "pagination", "statistics"] as const;
export const mutationNameKeys = [
  "createOne",
  "copyOneById",
  "updateOne",
  "updateOneById",
  "removeOne",
  "removeOneById",
] as const;

/** The singular is what `ById`, `ByIds` and `One` are named after; for a context it is the id itself. */
export function resourceNames(id: string, singular: string = id): ResourceNames {
  return {
    type: id,
    input: `${id}Input`,
    filter: `Filter${capitalised(id)}`,
    paginationResult: `${capitalised(id)}PaginationResult`,
    mutationPayload: `${id}MutationPayload`,

    byId: `${singular}ById`,
    byIds: `${singular}ByIds`,
    one: `${singular}One`,
    pagination: `${id}Pagination`,
    statistics: `${id}Statistics`,

    createOne: `${id}CreateOne`,
    copyOneById: `${id}CopyOneById`,
    updateOne: `${id}UpdateOne`,
    updateOneById: `${id}UpdateOneById`,
    removeOne: `${id}RemoveOne`,
    removeOneById: `${id}RemoveOneById`,
  };
}

/** Every name that an embedder adds to those of its context. */
export interface SearchNames {
  readonly vectorSearchResult: string;
  readonly vectorSearchChunk: string;
  readonly generateChunksPayload: string;
  readonly deleteChunksPayload: string;

  readonly vectorSearch: string;
  readonly chunkById: string;

  readonly generateChunks: string;
  readonly deleteChunks: string;
}

export const searchTypeNameKeys = [
  "vectorSearchResult",
  "vectorSearchChunk",
  "generateChunksPayload",
  "deleteChunksPayload",
] as const;
export const searchQueryNameKeys = ["vectorSearch", "chunkById"] as const;
export const searchMutationNameKeys = ["generateChunks", "deleteChunks"] as const;

export function searchNames(id: string): SearchNames {
  return {
    vectorSearchResult: `${id}VectorSearchResult`,
    vectorSearchChunk: `${id}VectorSearchChunk`,
    generateChunksPayload: `${id}GenerateChunksReturnPayload`,
    deleteChunksPayload: `${id}DeleteChunksReturnPayload`,

    vectorSearch: `${id}VectorSearch`,
    chunkById: `${id}ChunkById`,

    generateChunks: `${id}GenerateChunks`,
    deleteChunks: `${id}DeleteChunks`,
  };
}

/** Every name that a context with sources, or processors, adds to the schema besides. */
export interface SourceNames {
  readonly executeSourcePayload: string;
  readonly executeSource: string;
  readonly processItemPayload: string;
  readonly processItem: string;
  readonly processItems: string;
}

export const sourceTypeNameKeys = ["executeSourcePayload", "processItemPayload"] as const;
export const sourceMutationNameKeys = ["executeSource", "processItem", "processItems"] as const;

export function sourceNames(id: string): SourceNames {
  return {
    executeSourcePayload: `${id}ExecuteSourceReturnPayload`,
    executeSource: `${id}ExecuteSource`,
    processItemPayload: `${id}ProcessItemFieldReturnPayload`,
    processItem: `${id}ProcessItem`,
    processItems: `${id}ProcessItems`,
  };
}

/** The names of the schema that no resource may take. */
export const sharedTypeNames: readonly string[] = [
  "Query",
  "Mutation",
  "Subscription",
  "String",
  "Int",
  "Float",
  "Boolean",
  "ID",
  "Date",
  "JSON",
  "SortBy",
  "SortDirection",
  "PageInfo",
  "StatisticsResult",
  "RBACData",
  "RBACInput",
  "RBACGrant",
  "RBACGrantInput",
  "Me",
  "ApiKey",
  "GeneratedApiKey",
  "AuditEntry",
  "AuditLogPage",
  "QueueEnum",
  "JobStateEnum",
  "QueueJob",
  "JobPaginationResult",
  "QueueCounts",
  "QueueConcurrency",
  "QueueSchedule",
  "QueueResult",
  "QueueActionResult",
  "RetryFailedResult",
  "Context",
  "ContextField",
  "ContextEnumValue",
  "ContextSearch",
  "ContextSource",
  "ContextSourceParameter",
  "ContextProcessor",
  "Provider",
  "TokenUsage",
  "AgentAnswer",
  "ToolApproval",
  "AgentStopResult",
  "Tool",
  "ToolConfigParameter",
  "ToolOutput",
  "EvalFunction",
  "EvalParameter",
  "RunEvalPayload",
  "EvalResultState",
  "EvalScore",
  "EvalResult",
  "EvalResultsPage",
  "EvalComparedCase",
  "EvalComparison",
  "FilterOperatorID",
  "FilterOperatorString",
  "FilterOperatorFloat",
  "FilterOperatorBoolean",
  "FilterOperatorDate",
  "FilterOperatorJSON",
  "ItemChunks",
  "VectorMethodEnum",
  "VectorSearchResultContext",
  "SearchCutoffs",
  "SearchExpand",
  "RankedSearch",
  "ActivityDay",
  "WorkflowPayload",
  "WorkflowRun",
  "WorkflowRunStep",
  "WorkflowRunPage",
];

export function enumOperatorName(enumName: string): string {
  return `FilterOperator${enumName}`;
}

function capitalised(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
