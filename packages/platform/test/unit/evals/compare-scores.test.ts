import { describe, expect, test } from "vitest";
import { compareScores, type ScorePair } from "../../../src/evals/compare-scores.ts";
import { randomNumbers } from "../../../src/evals/random-numbers.ts";

const cases = 60;

/** Scores as agents have them: easy and hard cases, and each run a little different; `gain` is what the second one is better by. */
function pairs(seed: string, gain: number, spread = 15): readonly ScorePair[] {
  const random = randomNumbers(seed);
  const about = (middle: number) => Math.min(100, Math.max(0, middle + spread * (random() + random() - 1)));
  return Array.from({ length: cases }, () => {
    const difficulty = 20 + 60 * random();
    return { a: about(difficulty), b: about(difficulty + gain) };
  });
}

const seeds = Array.from({ length: 100 }, (_, index) => `seed ${index}`);

describe("The paired comparison", () => {
  test("sees no difference between a run and itself, nor between two of the same in at least 93 of 100 seeds", () => {
    const found = seeds.filter((seed) => compareScores(pairs(seed, 0), seed).isSignificant);

    expect(found.length).toBeLessThanOrEqual(7);
    expect(compareScores(pairs("same", 0, 0), "same")).toEqual({
      difference: 0,
      low: 0,
      high: 0,
      isSignificant: false,
    });
  });

  test("finds a planted difference of 10 points on 60 cases, of the right size, in every seed", () => {
    const compared = seeds.map((seed) => compareScores(pairs(seed, 10), seed));

    expect(compared.filter(({ isSignificant, low }) => !isSignificant || low <= 0)).toEqual([]);
    const mean = compared.reduce((sum, { difference }) => sum + difference, 0) / compared.length;
    expect(mean).toBeGreaterThan(9);
    expect(mean).toBeLessThan(11);
  });

  test("finds it also where answers are only right or wrong, and where it is a loss", () => {
    const random = randomNumbers("right or wrong");
    const rightOrWrong = Array.from({ length: cases }, () => {
      const a = random() < 0.5 ? 100 : 0;
      return { a, b: a === 100 || random() < 0.3 ? 100 : 0 };
    });
    const loss = pairs("loss", -10);

    expect(compareScores(rightOrWrong, "one").low).toBeGreaterThan(0);
    expect(compareScores(loss, "two").high).toBeLessThan(0);
  });

  test("its interval holds the true difference in about 95 of 100 seeds", () => {
    const held = seeds.filter((seed) => {
      const { low, high } = compareScores(pairs(seed, 5), seed);
      return low <= 5 && high >= 5;
    });

    expect(held.length).toBeGreaterThanOrEqual(90);
  });

  test("is the same for the same pairs and seed, and turns around with them", () => {
    const some = pairs("again", 3);
    const forth = compareScores(some, "x");
    const back = compareScores(
      some.map(({ a, b }) => ({ a: b, b: a })),
      "x",
    );

    expect(compareScores(some, "x")).toEqual(forth);
    expect(back.difference).toBeCloseTo(-forth.difference);
    expect(back.low).toBeCloseTo(-forth.high, 0);
  });

  test("of fewer than five cases it claims nothing, and of none there is no comparison", () => {
    const huge = { a: 0, b: 100 };

    expect(compareScores([huge, huge, huge, huge], "x").isSignificant).toBe(false);
    expect(compareScores([huge, huge, huge, huge, huge], "x").isSignificant).toBe(true);
    expect(() => compareScores([], "x")).toThrow("nothing to compare");
  });
});
