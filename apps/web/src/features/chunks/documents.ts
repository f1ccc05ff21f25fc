/** The documents about the chunks of one item. The names follow from the context's id, by the platform's rules. */
export function chunkDocuments(contextId: string) {
  return {
    list: `query Chunks($id: ID!) {
      item: ${contextId}ById(id: $id) {
        chunks { chunk_id chunk_index chunk_content chunk_metadata chunk_updated_at }
      }
    }`,
    generate: `mutation Generate($id: ID!) {
      result: ${contextId}GenerateChunks(where: [{ id: { eq: $id } }]) { message jobs }
    }`,
  };
}
