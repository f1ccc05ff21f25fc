import { describe, expect, test } from "vitest";
import { caseThreshold, runScore, runThreshold } from "../../../src/evals/run-score.ts";

describe("The score of a run", () => {
  test.each([
    ["median", [10, 100, 20], 20],
    ["median", [10, 100, 20, 30], 25],
    ["median", [7], 7],
    ["average", [0, 50, 100], 50],
    ["sum", [10, 20, 30], 60],
  ] as const)("%s of %j is %d", (method, scores, score) => {
    expect(runScore(scores, method)).toBe(score);
  });

  test("of no cases there is none", () => {
    expect(() => runScore([], "average")).toThrow("A run without cases has no score.");
  });

  test("the threshold is 50 for each case unless the run says another; of a sum each case has its share", () => {
    expect(runThreshold(null, "average", 4)).toBe(50);
    expect(runThreshold(null, "sum", 4)).toBe(200);
    expect(runThreshold(80, "median", 4)).toBe(80);
    expect(caseThreshold(80, "average", 4)).toBe(80);
    expect(caseThreshold(80, "sum", 4)).toBe(20);
    expect(caseThreshold(null, "sum", 4)).toBe(50);
    expect(runThreshold(0, "average", 4)).toBe(0);
  });
});
