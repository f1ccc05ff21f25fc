/** The items in portions, as they come: never more than one portion is held. */
export async function* inBatches<ItemType>(
  items: Iterable<ItemType> | AsyncIterable<ItemType>,
  size: number,
): AsyncGenerator<readonly ItemType[]> {
  let batch: ItemType[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
