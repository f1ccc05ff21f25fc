import { describe, expect, test } from "vitest";
import type { AddOptions } from "../../src/definitions/queue.ts";
import { addProblem } from "../../src/queues/add-problem.ts";

const problemOf = (options: object, data: unknown) =>
  addProblem({ name: "report", data, options: options as AddOptions });

describe("A job that is to be added", () => {
  test.for<[string, object]>([
    ["nothing more", {}],
    ["an id", { jobId: "report-2026-11" }],
    ["a long id", { jobId: "x".repeat(200) }],
    ["no delay", { delay: 0 }],
    ["a delay", { delay: 86_400_000 }],
    ["a priority", { priority: 1 }],
    ["the least urgent priority", { priority: 2_097_151 }],
    ["one attempt", { attempts: 1 }],
    ["many attempts", { attempts: 1000 }],
    ["an exponential backoff", { backoff: { type: "exponential", delay: 0 } }],
    ["a linear backoff", { backoff: { type: "linear", delay: 500 } }],
    ["a schedule", { repeat: { pattern: "0 6 * * *", tz: "Europe/Berlin" } }],
  ])("may have %s", ([, options]) => {
    expect(problemOf(options, {})).toBeUndefined();
  });

  const idRule = "A job id has 1 to 200 characters, none of them a colon, and is no whole number.";
  test.for<[object, string]>([
    [{ jobId: "" }, idRule],
    [{ jobId: "x".repeat(201) }, idRule],
    [{ jobId: "a:b" }, idRule],
    [{ jobId: "42" }, idRule],
    [{ jobId: 42 }, idRule],
    [{ jobId: "a\u0000b" }, "A job id must not hold a null character."],
    [{ jobId: "\ud800" }, "A job id must be well-formed Unicode (it holds half of a surrogate pair)."],
    [{ jobId: "meta" }, `"meta" can't be the id of a job; choose another.`],
    [{ delay: -1 }, "The delay must be 0 or more milliseconds."],
    [{ delay: Number.NaN }, "The delay must be 0 or more milliseconds."],
    [{ delay: Number.POSITIVE_INFINITY }, "The delay must be 0 or more milliseconds."],
    [{ delay: "5" }, "The delay must be 0 or more milliseconds."],
    [{ priority: 0 }, "The priority must be a whole number from 1 to 2097151."],
    [{ priority: 1.5 }, "The priority must be a whole number from 1 to 2097151."],
    [{ priority: 2_097_152 }, "The priority must be a whole number from 1 to 2097151."],
    [{ attempts: 0 }, "The attempts must be a whole number from 1 to 1000."],
    [{ attempts: 1001 }, "The attempts must be a whole number from 1 to 1000."],
    [{ attempts: "3" }, "The attempts must be a whole number from 1 to 1000."],
    [{ backoff: { type: "fixed", delay: 1 } }, `The backoff type must be exponential or linear, not "fixed".`],
    [{ backoff: { type: "linear", delay: -1 } }, "The delay of the backoff must be 0 or more milliseconds."],
    [{ backoff: { type: "linear" } }, "The delay of the backoff must be 0 or more milliseconds."],
    [{ repeat: { pattern: "daily" } }, `"daily" is no cron expression: it has five fields, or six with seconds.`],
    [{ repeat: { pattern: "0 6 * * *", tz: "Mars" } }, `"Mars" is no time zone; one is Europe/Berlin.`],
  ])("can't have %o", ([options, problem]) => {
    expect(problemOf(options, {})).toBe(problem);
  });

  test.for(["", undefined, null, 5])("can't be called %j", (name) => {
    expect(addProblem({ name: name as string, data: {} })).toBe("A job needs a name.");
  });

  test("can't be called what no database could keep", () => {
    expect(addProblem({ name: "a\u0000b", data: {} })).toBe("The name of a job must not hold a null character.");
  });

  test.for<[unknown, string]>([
    [undefined, "is missing; an empty object will do."],
    [null, "is missing; an empty object will do."],
    [{ text: "a\u0000b" }, "must not hold a null character."],
    [{ text: "\ud800" }, "must be well-formed Unicode (it holds half of a surrogate pair)."],
    [{ list: [Number.NaN] }, "must not hold NaN or Infinity."],
    [{ run: () => 1 }, "must be JSON."],
    [5n, "must be JSON."],
  ])("can't have the data %o", ([data, problem]) => {
    expect(problemOf({}, data)).toBe(`The data of the job "report" ${problem}`);
  });

  test.for([{}, [], "text", 0, false, { deep: [{ er: null }], left: undefined }])("may have the data %j", (data) => {
    expect(problemOf({}, data)).toBeUndefined();
  });
});
