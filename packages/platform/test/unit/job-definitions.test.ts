import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { type JobOptions, PlatformJob } from "../../src/definitions/job.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";

const queues = new QueueRegistry();
const desk = queues.register("desk", { worker: 1, queue: 1 });
const elsewhere = new QueueRegistry().register("elsewhere", { worker: 1, queue: 1 });
const notes = new PlatformContext({ id: "notes", fields: [{ name: "title", type: "text" }] });
const takes =
  "it takes id, description, queue, schedule, timezone, trigger, retries, backoff, timeoutInSeconds, execute";

describe("Faults of one job", () => {
  const cases: readonly { readonly options: object; readonly faults: readonly string[] }[] = [
    { options: { id: "" }, faults: ["the id must be a text that is not empty"] },
    { options: { id: "2nd" }, faults: ["the id must start with a letter or an underscore"] },
    { options: { id: "e-mail" }, faults: ["the id may hold only letters, digits and underscores"] },
    { options: { id: "a:b" }, faults: ["the id may hold only letters, digits and underscores"] },
    { options: { id: "__x" }, faults: ["the id must not start with two underscores (GraphQL reserves them)"] },
    { options: { id: "x".repeat(49) }, faults: ["the id must have at most 48 characters"] },
    {
      options: { id: "platform_clean" },
      faults: ["the id must not start with platform_, which the platform keeps for itself"],
    },
    { options: { shedule: "* * * * *" }, faults: [`a job has no option "shedule"; ${takes}`] },
    { options: { queue: undefined }, faults: ["it needs a queue: what PlatformQueues.register gives back"] },
    { options: { queue: null }, faults: ["it needs a queue: what PlatformQueues.register gives back"] },
    { options: { queue: {} }, faults: ["it needs a queue: what PlatformQueues.register gives back"] },
    { options: { queue: "desk" }, faults: ["it needs a queue: what PlatformQueues.register gives back"] },
    {
      options: { queue: elsewhere },
      faults: ['the queue "elsewhere" is not registered with PlatformQueues'],
    },
    { options: { execute: undefined }, faults: ["it needs a function execute"] },
    { options: { execute: "now" }, faults: ["it needs a function execute"] },
    {
      options: { schedule: "daily" },
      faults: ['schedule: "daily" is no cron expression: it has five fields, or six with seconds.'],
    },
    {
      options: { schedule: "" },
      faults: ['schedule: "" is no cron expression: it has five fields, or six with seconds.'],
    },
    {
      options: { schedule: "0 6 * * *", timezone: "Mars/Base" },
      faults: ['schedule: "Mars/Base" is no time zone; one is Europe/Berlin.'],
    },
    { options: { timezone: "Europe/Berlin" }, faults: ["a timezone needs a schedule"] },
    { options: { trigger: { context: "nots" } }, faults: ['trigger: there is no context "nots"'] },
    { options: { trigger: { context: "users" } }, faults: ['trigger: there is no context "users"'] },
    { options: { trigger: "notes" }, faults: ["trigger: it must be an object that names a context"] },
    { options: { trigger: null }, faults: ["trigger: it must be an object that names a context"] },
    { options: { trigger: {} }, faults: ['trigger: there is no context "undefined"'] },
    {
      options: { trigger: { context: "notes", on: ["create", "insert", "copy"] } },
      faults: [
        'trigger: "insert" is none of create, update, remove',
        'trigger: "copy" is none of create, update, remove',
      ],
    },
    {
      options: { trigger: { context: "notes", on: "create" } },
      faults: ["trigger: on must be a list of create, update, remove"],
    },
    {
      options: { trigger: { context: "notes", when: ["create"] } },
      faults: [`trigger: a trigger has no option "when"; it takes context, on`],
    },
    { options: { retries: -1 }, faults: ["retries must be a whole number from 0 to 999"] },
    { options: { retries: 1.5 }, faults: ["retries must be a whole number from 0 to 999"] },
    { options: { retries: 1000 }, faults: ["retries must be a whole number from 0 to 999"] },
    { options: { retries: "3" }, faults: ["retries must be a whole number from 0 to 999"] },
    {
      options: { backoff: { type: "fixed", delay: 1 } },
      faults: ['backoff: The backoff type must be exponential or linear, not "fixed".'],
    },
    {
      options: { backoff: { type: "linear", delay: -1 } },
      faults: ["backoff: The delay of the backoff must be 0 or more milliseconds."],
    },
    {
      options: { timeoutInSeconds: 0 },
      faults: ["timeoutInSeconds must be more than 0"],
    },
    {
      options: { timeoutInSeconds: Number.NaN },
      faults: ["timeoutInSeconds must be more than 0"],
    },
    {
      options: { timeoutInSeconds: "5" },
      faults: ["timeoutInSeconds must be more than 0"],
    },
    {
      options: { timeoutInSeconds: Number.POSITIVE_INFINITY },
      faults: ["timeoutInSeconds must be more than 0"],
    },
    {
      options: { timeoutInSeconds: 2_592_000 },
      faults: ["timeoutInSeconds must be at most 2000000 (23 days)"],
    },
  ];

  for (const { options, faults } of cases) {
    test(`a start is refused: ${JSON.stringify(options).slice(0, 60)}: ${faults.join("; ").slice(0, 60)}`, () => {
      const faulty = job(options);

      expect(faultsOf(faulty)).toEqual(faults.map((fault) => `job "${faulty.id}": ${fault}`));
    });
  }
});

describe("Sound jobs", () => {
  test.for<[string, object]>([
    ["that are only added", {}],
    ["with everything", { retries: 0, backoff: { type: "linear", delay: 0 }, timeoutInSeconds: 0.5, description: "…" }],
    ["on a schedule", { schedule: "30 3 * * *", timezone: "Europe/Berlin" }],
    ["with a trigger", { trigger: { context: "notes" } }],
    ["with a trigger on removal", { trigger: { context: "notes", on: ["remove"] } }],
    ["on a queue in use", { queue: desk.use() }],
    ["on the platform's own queue", { queue: new QueueRegistry().register("eval_runs", { worker: 1, queue: 1 }) }],
  ])("%s are accepted", ([, options]) => {
    expect(checked(job(options)).queues).toEqual(["eval_runs", "desk"]);
  });

  test("may be of one queue, with ids of their own", () => {
    expect(() => checked(job({ id: "one" }), job({ id: "two" }))).not.toThrow();
  });
});

describe("A refused start", () => {
  test("lists every fault of every job at once, with those of the contexts", () => {
    const users = new PlatformContext({ id: "users", fields: [{ name: "title", type: "text" }] });
    const jobs = [
      job({ id: "report" }),
      job({ id: "report" }),
      job({
        id: "platform_1-2",
        colour: "red",
        queue: elsewhere,
        execute: undefined,
        schedule: "* * *",
        trigger: { context: "nots", on: ["insert"] },
        retries: -1,
        backoff: { type: "never", delay: 1 },
        timeoutInSeconds: 0,
      }),
    ];

    const faults = refusal([users], jobs).faults.map(withoutPlace);

    expect(faults).toEqual([
      `context "users": the id is the name of a core type`,
      `job "report": there is another job of this id`,
      `job "platform_1-2": the id may hold only letters, digits and underscores`,
      `job "platform_1-2": the id must not start with platform_, which the platform keeps for itself`,
      `job "platform_1-2": a job has no option "colour"; ${takes}`,
      `job "platform_1-2": the queue "elsewhere" is not registered with PlatformQueues`,
      `job "platform_1-2": it needs a function execute`,
      `job "platform_1-2": schedule: "* * *" is no cron expression: it has five fields, or six with seconds.`,
      `job "platform_1-2": trigger: there is no context "nots"`,
      `job "platform_1-2": trigger: "insert" is none of create, update, remove`,
      `job "platform_1-2": retries must be a whole number from 0 to 999`,
      `job "platform_1-2": backoff: The backoff type must be exponential or linear, not "never".`,
      `job "platform_1-2": timeoutInSeconds must be more than 0`,
    ]);
  });

  test("says in which file and line the job stands", () => {
    const faulty = new PlatformJob({ id: "3rd", queue: desk, execute: () => undefined });
    const line =
      readFileSync(import.meta.filename, "utf8")
        .split("\n")
        .findIndex((text) => text.includes(`id: "3rd"`)) + 1;

    expect(refusal([notes], [faulty]).message).toBe(
      `The definitions have faults:\n  - job "3rd" (${import.meta.filename}:${line}): the id must start with a letter or an underscore`,
    );
  });
});

/** A job as plain JavaScript could construct it. */
function job(options: object): PlatformJob<never> {
  const given = { id: "report", queue: desk, execute: () => undefined, ...options };
  return new PlatformJob(given as unknown as JobOptions<never>);
}

function checked(...jobs: readonly PlatformJob<never>[]) {
  return checkDefinitions(new PlatformApp({ contexts: [notes], jobs }), queues.list.keys());
}

function refusal(contexts: readonly PlatformContext[], jobs: readonly PlatformJob<never>[]): StartRefusedError {
  try {
    checkDefinitions(new PlatformApp({ contexts, jobs }), queues.list.keys());
  } catch (error) {
    if (error instanceof StartRefusedError) return error;
    throw error;
  }
  throw new Error("The definitions were accepted.");
}

function faultsOf(...jobs: readonly PlatformJob<never>[]): readonly string[] {
  return refusal([notes], jobs).faults.map(withoutPlace);
}

function withoutPlace(fault: string): string {
  return fault.replaceAll(/ \(\/[^)]*job-definitions\.test\.ts:\d+\)/g, "");
}
