import { describe, expect, test } from "vitest";
import { scheduleProblem } from "../../src/definitions/schedule-problem.ts";

describe("A schedule", () => {
  test.for([
    ...["* * * * *", "*/5 * * * *", "0 6 * * 1-5", "30 3 1,15 * *", "0 0 * * MON", "0 0 * * 7", "0 0 29 2 *"],
    ...["*/10 * * * * *", "0 0 0 1 1 *", "  0 6 * * *  ", "0 0 L * *", "0 0 * * 1#2"],
  ])("may be %j", (pattern) => {
    expect(scheduleProblem({ pattern })).toBeUndefined();
  });

  test.for([
    ...["", "*", "* * *", "* * * *", "* * * * * * *", "@daily", "every day", "every minute of the day"],
    ...["60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * * 8", "-1 * * * *", "5-1 * * * *"],
    ...["a b c d e", "*/0 * * * *", "1,,2 * * * *", "0 0 31 2 *", "0 0 30 2 *", "* * * * MOO", "'; drop table job; --"],
  ])("can't be %j: the message repeats it", (pattern) => {
    expect(scheduleProblem({ pattern })).toMatch(/ is no cron expression: \S/);
    expect(scheduleProblem({ pattern })).toContain(`"${pattern}"`);
  });

  test.for(["H * * * *", "H H * * *", "* H/2 * * *", "0 0 H * * *"])(
    "can't be %j: its time would be another at every look",
    (pattern) => {
      expect(scheduleProblem({ pattern })).toBe(`"${pattern}" is no cron expression: H stands for no time.`);
    },
  );

  test.for([undefined, null, 5, {}])("can't be %j, as plain JavaScript could say", (pattern) => {
    expect(scheduleProblem({ pattern: pattern as never })).toMatch(/ is no cron expression: it has five fields/);
  });

  test.for(["Europe/Berlin", "America/St_Johns", "UTC", "Asia/Kolkata", "Pacific/Chatham"])("may be in %s", (tz) => {
    expect(scheduleProblem({ pattern: "0 6 * * *", tz })).toBeUndefined();
  });

  test.for(["", "Mars/Base", "Europe", "Berlin", "UTC+25", "../etc/passwd"])("can't be in %j", (tz) => {
    expect(scheduleProblem({ pattern: "0 6 * * *", tz })).toBe(`"${tz}" is no time zone; one is Europe/Berlin.`);
  });
});
