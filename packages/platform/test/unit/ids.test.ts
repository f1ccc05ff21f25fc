import { describe, expect, test } from "vitest";
import { createIdMaker, isId, newId } from "../../src/foundation/ids.ts";

describe("Ids", () => {
  test("are UUIDs of version 7", () => {
    const ids = Array.from({ length: 1000 }, () => newId());

    const versionSeven = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    expect(ids.filter((id) => !versionSeven.test(id) || !isId(id))).toEqual([]);
  });

  test("carry the time in their first 48 bits", () => {
    const now = Date.UTC(2026, 10, 15, 9, 30);

    const id = createIdMaker(() => now)();

    expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(now);
  });

  test("sort in the order of their making, also within a millisecond and when the clock steps back", () => {
    const times = [0, 1, 255, 256, 65_535, 1e12, 1e12, 1e12, 5, Date.UTC(2026, 0, 1), Date.UTC(9999, 0, 1)];
    const maker = createIdMaker(() => times.shift() ?? 0);

    const ids = Array.from({ length: 11 }, maker);

    expect(ids.toSorted()).toEqual(ids);
  });

  test("never repeat and stay in order, however many are made in a millisecond", () => {
    const maker = createIdMaker(() => 1_763_000_000_000);

    const ids = Array.from({ length: 100_000 }, maker);

    expect(new Set(ids).size).toBe(100_000);
    expect(ids.toSorted()).toEqual(ids);
  });

  test.for([
    { text: "019f0000-0000-7000-8000-000000000000", is: true },
    { text: "019F0000-0000-7000-8000-00000000000A", is: true },
    { text: "00000000-0000-0000-0000-000000000000", is: true },
    { text: "", is: false },
    { text: "019f0000000070008000000000000000", is: false },
    { text: "{019f0000-0000-7000-8000-000000000000}", is: false },
    { text: "019f0000-0000-7000-8000-00000000000", is: false },
    { text: "019f0000-0000-7000-8000-0000000000000", is: false },
    { text: "019f0000-0000-7000-8000-00000000000g", is: false },
    { text: "019f0000-0000-7000-8000-000000000000\n", is: false },
    { text: " 019f0000-0000-7000-8000-000000000000", is: false },
  ])("whether $text can be one: $is", ({ text, is }) => {
    expect(isId(text)).toBe(is);
  });
});
