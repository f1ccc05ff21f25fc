/** The documents that run sources and processors of one context, whose names follow from its id. */
export function sourceDocuments(contextId: string) {
  return {
    executeSource: `mutation Run($source: ID!, $inputs: JSON!) {
      result: ${contextId}ExecuteSource(source: $source, inputs: $inputs) { message }
    }`,
    processItem: `mutation Process($item: ID!) { result: ${contextId}ProcessItem(item: $item) { message } }`,
    processItems: `mutation ProcessAll { result: ${contextId}ProcessItems(limit: 500) { message } }`,
  };
}
