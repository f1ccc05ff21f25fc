/** Every name that a resource adds to the schema. */
export interface ResourceNames {
  readonly type: string;
  readonly input: string;
  readonly filter: string;
  readonly paginationResult: string;
  readonly mutationPayload: string;
  readonly executeSourcePayload: string;
  readonly processItemPayload: string;

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
  /** Only with sources. */
  readonly executeSource: string;
  /** Only with processors. */
  readonly processItem: string;
  readonly processItems: string;
}

export const typeNameKeys = [
  "type",
  "input",
  "filter",
  "paginationResult",
  "mutationPayload",
  "executeSourcePayload",
  "processItemPayload",
] as const;
export const queryNameKeys = ["byId", "byIds", "one", "pagination", "statistics"] as const;
export const mutationNameKeys = [
  "createOne",
  "copyOneById",
  "updateOne",
  "updateOneById",
  "removeOne",
  "removeOneById",
  "executeSource",
  "processItem",
  "processItems",
] as const;

/** The singular is what `ById`, `ByIds` and `One` are named after; for a context it is the id itself. */
export function resourceNames(id: string, singular: string = id): ResourceNames {
  return {
    type: id,
    input: `${id}Input`,
    filter: `Filter${capitalised(id)}`,
    paginationResult: `${capitalised(id)}PaginationResult`,
    mutationPayload: `${id}MutationPayload`,
    executeSourcePayload: `${id}ExecuteSourceReturnPayload`,
    processItemPayload: `${id}ProcessItemFieldReturnPayload`,

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
    executeSource: `${id}ExecuteSource`,
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
  "Tool",
  "ToolConfigParameter",
  "ToolOutput",
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
];

export function enumOperatorName(enumName: string): string {
  return `FilterOperator${enumName}`;
}

function capitalised(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}
