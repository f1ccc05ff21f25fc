import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { inBatches } from "../../src/foundation/in-batches.ts";

async function collect<ItemType>(batches: AsyncIterable<readonly ItemType[]>) {
  const all: (readonly ItemType[])[] = [];
  try {
    for await (const batch of batches) all.push([...batch]);
  } catch (error) {
    return { all, error: String(error) };
  }
  return { all };
}

describe("Items in portions", () => {
  test.for([
    [0, []],
    [1, [[0]]],
    [2, [[0, 1]]],
    [5, [[0, 1], [2, 3], [4]]],
  ] as const)("%d items, two at a time", async ([count, all]) => {
    expect(await collect(inBatches(Array(count).keys(), 2))).toEqual({ all });
  });

  test("what came before something went wrong is handed on first", async () => {
    async function* broken() {
      yield* [1, 2, 3];
      throw new Error("broken");
    }

    expect(await collect(inBatches(broken(), 2))).toEqual({ all: [[1, 2], [3]], error: "Error: broken" });
  });

  test("items that come slowly are not held back for long", async () => {
    async function* slow() {
      yield 1;
      await wait(1100);
      yield 2;
      yield 3;
    }

    expect(await collect(inBatches(slow(), 100))).toEqual({ all: [[1, 2], [3]] });
  });

  test("whoever stops taking them ends where they come from", async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield 1;
      } finally {
        isEnded = true;
      }
    }

    for await (const batch of inBatches(endless(), 2)) {
      expect(batch).toEqual([1, 1]);
      break;
    }

    expect(isEnded).toBe(true);
  });
});
