import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rateWindow } from "../../src/queues/rate-window.ts";

describe("A rate limit as a window", () => {
  test.for([
    [0.001, { max: 1, duration: 1_000_000 }],
    [0.5, { max: 1, duration: 2000 }],
    [1, { max: 1, duration: 1000 }],
    [3, { max: 1, duration: 334 }],
    [10, { max: 1, duration: 100 }],
    [14, { max: 1, duration: 72 }],
    [20, { max: 2, duration: 100 }],
    [25, { max: 3, duration: 120 }],
    [1000, { max: 100, duration: 100 }],
  ] as const)("%d jobs per second", ([jobsPerSecond, window]) => {
    expect(rateWindow(jobsPerSecond)).toEqual(window);
  });

  test("without a limit there is none", () => {
    expect(rateWindow(Number.POSITIVE_INFINITY)).toBeUndefined();
  });

  test("never lets more through than the limit, and hardly less", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 10_000, noNaN: true }), (jobsPerSecond) => {
        const { max, duration } = rateWindow(jobsPerSecond) ?? { max: 0, duration: 0 };
        const rate = (1000 * max) / duration;

        return (
          Number.isInteger(max) &&
          Number.isInteger(duration) &&
          rate <= jobsPerSecond * (1 + 1e-9) &&
          rate > jobsPerSecond * 0.98 - 1e-9
        );
      }),
    );
  });
});
