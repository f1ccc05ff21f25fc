import { describe, expect, test } from "vitest";
import { isGoodEnough } from "../../../src/main/eval-report.ts";

const run = { total: 4, errors: 0, score: 70, passed: true, hasThreshold: true, failUnder: undefined };

describe("The exit code of platform eval run", () => {
  test.each([
    ["a run that passes", {}, true],
    ["a run that does not", { passed: false }, false],
    ["a score that is asked for", { failUnder: 70 }, true],
    ["a score below what is asked for", { failUnder: 70.5 }, false],
    ["a run below its own threshold, though not below what is asked for", { passed: false, failUnder: 10 }, false],
    ["a run without a threshold of its own", { passed: false, hasThreshold: false, failUnder: 10 }, true],
    ["a run with an error, whatever is asked for", { errors: 1, hasThreshold: false, failUnder: 0 }, false],
    ["a run of nothing", { total: 0, hasThreshold: false, failUnder: 0 }, false],
  ])("%s: %j is %s", (_what, facts, isRight) => {
    expect(isGoodEnough({ ...run, ...facts })).toBe(isRight);
  });
});
