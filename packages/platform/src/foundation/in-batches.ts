/** Whoever brings items slowly need not wait for a full portion, in milliseconds. */
const longestWait = 1000;

/**
 * The items in portions, as they come: never more than one portion is held. When something goes wrong half-way, what
 * came before is handed on first.
 */
export async function* inBatches<ItemType>(
  items: Iterable<ItemType> | AsyncIterable<ItemType>,
  size: number,
): AsyncGenerator<readonly ItemType[]> {
  let batch: ItemType[] = [];
  let begun = 0;
  try {
    for await (const item of items) {
      if (batch.length === 0) begun = Date.now();
      batch.push(item);
      if (batch.length === size || Date.now() - begun > longestWait) {
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw error;
  }
  if (batch.length > 0) yield batch;
}
