import { describe, expect, test } from "vitest";
import { queueEnumName as platformRule } from "../../../../packages/platform/src/definitions/queue-names.ts";
import { countByTime, lastDay, lastTwoWeeks } from "../../src/features/activity/count-by-time.ts";
import { parseJobsSearch } from "../../src/features/queues/jobs-search.ts";
import { runInputs } from "../../src/features/sources/run-inputs.ts";
import { runSummary } from "../../src/features/sources/run-summary.ts";
import { durationText } from "../../src/shared/jobs/duration-text.ts";
import { queueEnumName } from "../../src/shared/jobs/queue-enum-name.ts";
import type { SourceParameter } from "../../src/shared/workspace/context-parts.ts";

describe("The name of a queue in the API", () => {
  test.for(["desk", "e-mail", "2fast", "null", "__own", "größe"])("of %s is what the platform makes of it", (name) => {
    expect(queueEnumName(name)).toBe(platformRule(name));
  });
});

describe("The address of a list of jobs", () => {
  test("holds a state and a page, and nothing else", () => {
    expect(parseJobsSearch({ state: "failed", page: 3 })).toEqual({ state: "failed", page: 3 });
    expect(parseJobsSearch({ state: "broken", page: 1.5 })).toEqual({});
  });
});

describe("How long a job took", () => {
  const took = (milliseconds: number) =>
    durationText({
      processedOn: "2026-01-01T00:00:00.000Z",
      finishedOn: new Date(Date.parse("2026-01-01T00:00:00.000Z") + milliseconds).toISOString(),
    });

  test("is told in the unit that suits it", () => {
    expect([took(240), took(3140), took(125_000)]).toEqual(["240 ms", "3.1 s", "2 min 5 s"]);
  });

  test("is not told before it has ended", () => {
    expect(durationText({ processedOn: "2026-01-01T00:00:00.000Z", finishedOn: null })).toBe("");
  });
});

describe("What a run of a source did", () => {
  test("is told in the words of its tally", () => {
    expect(runSummary({ created: 3, changed: 0, unchanged: 21, failed: 0, removed: 0 })).toBe(
      "3 created, 21 unchanged",
    );
    expect(runSummary({ created: 0, changed: 0, unchanged: 0, failed: 0, removed: 0 })).toBe("Nothing to do");
    expect(runSummary({ changed: ["word_count", "title"] })).toBe("Changed: Word count, Title");
    expect(runSummary({ changed: [] })).toBe("Nothing to change");
    expect(runSummary(null)).toBe("");
  });
});

describe("What a run of a source is given", () => {
  const parameter = (name: string, type: SourceParameter["type"], required = false): SourceParameter => ({
    ...{ name, type, required },
    description: null,
  });
  const parameters = [
    parameter("since", "string", true),
    parameter("limit", "number"),
    parameter("deep", "boolean"),
    parameter("options", "json"),
  ];

  test("has the types that were declared, and leaves out what is empty", () => {
    const texts = { since: " 2026 ", limit: "10", deep: "false", options: "" };

    expect(runInputs(parameters, texts)).toEqual({ inputs: { since: "2026", limit: 10, deep: false }, problems: {} });
  });

  test("is told where it is wrong", () => {
    expect(runInputs(parameters, { limit: "many", options: "{" }).problems).toEqual({
      since: "Fill this in.",
      limit: "This is not a number.",
      options: "This is not JSON.",
    });
  });
});

describe("Activity over time", () => {
  test("is counted by hour, and the present hour is the last", () => {
    const now = new Date(2026, 0, 31, 12, 30);
    const at = (hour: number, minute: number) => new Date(2026, 0, 31, hour, minute).toISOString();

    const bars = countByTime([[at(12, 1), at(12, 29), at(11, 59)], [at(0, 0)]], lastDay, now);

    expect(bars).toHaveLength(24);
    expect(bars.at(-1)).toEqual({ from: new Date(2026, 0, 31, 12).getTime(), counts: [2, 0] });
    expect(bars.at(-2)?.counts).toEqual([1, 0]);
    expect(bars.at(-13)).toEqual({ from: new Date(2026, 0, 31).getTime(), counts: [0, 1] });
  });

  test("is counted by day, and what is older is left out", () => {
    const now = new Date(2026, 0, 31, 12, 30);
    const on = (day: number) => new Date(2026, 0, day, 1).toISOString();

    const bars = countByTime([[on(31), on(18), on(17)]], lastTwoWeeks, now);

    expect(bars.map(({ counts }) => counts[0])).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});
