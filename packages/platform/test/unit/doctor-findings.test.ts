import { describe, expect, test } from "vitest";
import { clockFinding } from "../../src/main/doctor/check-clock.ts";
import { queueFindings } from "../../src/main/doctor/check-inside.ts";
import { checkNode, diskFinding } from "../../src/main/doctor/check-machine.ts";
import { describeFindings, fault, ok, skipped, warning } from "../../src/main/doctor/finding.ts";

const megabyte = 1024 * 1024;
const nothing = { waiting: 0, active: 0, completed: 0, failed: 0, delayed: 0 };

describe("What platform doctor makes of what it sees", () => {
  test.for([
    ["20.19.1", ">=24", "fault"],
    ["24.0.0", ">=24", "ok"],
    ["25.1.0", ">=24", "ok"],
    ["22.17.9", ">=22.18", "fault"],
    ["22.18.0", ">=22.18", "ok"],
  ] as const)("Node %s where %s is wanted: %s", ([version, wanted, state]) => {
    expect(checkNode(version, wanted).state).toBe(state);
  });

  test.for([
    [99, "fault"],
    [101, "warning"],
    [1023, "warning"],
    [1024, "ok"],
  ] as const)("%d MB free: %s", ([free, state]) => {
    expect(diskFinding("/data", free * megabyte).state).toBe(state);
  });

  test.for([
    [900, "ok", "the clock of Redis agrees with this machine's"],
    [-2000, "warning", "the clock of Redis is 2 s behind this machine's"],
    [3_600_000, "fault", "the clock of Redis is 3600 s ahead of this machine's"],
  ] as const)("a clock that is off by %d ms: %s", ([skew, state, message]) => {
    expect(clockFinding("Redis", skew)).toMatchObject({ state, message });
  });

  test.for([
    ["one that nobody works on", { workers: 0, counts: { ...nothing, waiting: 2 } }, ["fault"]],
    ["one whose workers are gone", { workers: 0, counts: { ...nothing, active: 1 } }, ["fault"]],
    ["one that is paused", { isPaused: true, workers: 1 }, ["warning"]],
    [
      "one whose workers don't keep up",
      { counts: { ...nothing, waiting: 5 }, oldestWaitingInSeconds: 601 },
      ["warning"],
    ],
    ["one that is worked on", { counts: { ...nothing, waiting: 5 }, oldestWaitingInSeconds: 599 }, []],
    ["one with nothing to do", { workers: 0 }, []],
  ] as const)("a queue: %s", ([, facts, states]) => {
    const queue = {
      name: "desk",
      isPaused: false,
      counts: nothing,
      oldestWaitingInSeconds: null,
      workers: 1,
      ...facts,
    };

    expect(queueFindings(queue, "postgres").map(({ state }) => state)).toEqual(states);
  });

  test("is put down line by line, with what to do", () => {
    const text = describeFindings([
      ok("node", "Node 24.0.0"),
      warning("disk", "little room", "make some"),
      fault("redis", "it is away", "start it"),
      skipped("queues", "Redis can't be used"),
    ]);

    expect(text.split("\n")).toEqual([
      "ok       node      Node 24.0.0",
      "warning  disk      little room",
      "                   to do: make some",
      "fault    redis     it is away",
      "                   to do: start it",
      "skipped  queues    not looked at: Redis can't be used",
      "",
      "Faults: 1. Warnings: 1.",
    ]);
  });
});
