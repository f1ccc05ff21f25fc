import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { httpSource } from "../../src/sources/http/http-source.ts";

const queues = new QueueRegistry();
const desk = queues.register("desk", { worker: 1, queue: 1 });
const elsewhere = new QueueRegistry().register("elsewhere", { worker: 1, queue: 1 });
const title: FieldDefinition = { name: "title", type: "text" };
const externalId: FieldDefinition = { name: "external_id", type: "string", unique: true };
const execute = () => [];

interface Parts {
  readonly fields?: readonly FieldDefinition[];
  readonly sources?: readonly unknown[];
  readonly processors?: readonly unknown[];
}

/** The faults of a context with these parts, without what names the context. */
function faultsOf({ fields = [title, externalId], sources = [], processors = [] }: Parts): readonly string[] {
  const context = new PlatformContext({ id: "notes", fields, sources: sources as [], processors: processors as [] });
  try {
    checkDefinitions(new PlatformApp({ contexts: [context] }), queues.list.keys());
    return [];
  } catch (error) {
    if (!(error instanceof StartRefusedError)) throw error;
    return error.faults.map((fault) => fault.replace(/^context "notes"[^:]*(:\d+\))?: /, ""));
  }
}

describe("Faults of a source", () => {
  const takes = "it takes id, name, description, config, execute";
  test.for([
    [{ id: "2nd" }, ["the id must start with a letter or an underscore"]],
    [{ execute: undefined }, ["it needs a function execute"]],
    [{ exekute: execute }, [`a source has no option "exekute"; ${takes}`]],
    [
      { config: { shedule: "x" } },
      [
        'config of a source has no option "shedule"; it takes queue, retries, backoff, timeoutInSeconds, schedule, timezone, params, onMissing',
      ],
    ],
    [{ config: { queue: elsewhere } }, ['the queue "elsewhere" is not registered']],
    [{ config: { queue: "desk" } }, ["the queue must be what PlatformQueues.register gives back"]],
    [{ config: { queue: desk, retries: -1 } }, ["retries must be a whole number from 0 to 999"]],
    [{ config: { retries: 1 } }, ["retries and backoff need a queue"]],
    [{ config: { backoff: { type: "linear", delay: 1 } } }, ["retries and backoff need a queue"]],
    [
      { config: { queue: desk, backoff: { type: "fixed", delay: 1 } } },
      ['backoff: The backoff type must be exponential or linear, not "fixed".'],
    ],
    [{ config: { timeoutInSeconds: 0 } }, ["timeoutInSeconds must be more than 0"]],
    [{ config: { timeoutInSeconds: 3_000_000 } }, ["timeoutInSeconds must be at most 2000000 (23 days)"]],
    [{ config: { schedule: "* * * * *" } }, ["a schedule needs a queue"]],
    [
      { config: { queue: desk, schedule: "daily" } },
      ['schedule: "daily" is no cron expression: it has five fields, or six with seconds.'],
    ],
    [{ config: { queue: desk, timezone: "UTC" } }, ["a timezone needs a schedule"]],
    [
      { config: { queue: desk, schedule: "* * * * *", params: [{ name: "since", type: "string", required: true }] } },
      ["a schedule gives no parameters, and since must be given"],
    ],
    [{ config: { onMissing: "forget" } }, ['onMissing must be keep or delete, not "forget"']],
    [
      { config: { params: [{ name: "a b", type: "string" }] } },
      ['the name of the parameter "a b" may hold only letters, digits and underscores'],
    ],
    [
      { config: { params: [{ name: "a", type: "date" }] } },
      ['the type of "a" must be one of string, number, boolean, json'],
    ],
    [{ config: { params: [{ name: "a", type: "number", default: "5" }] } }, ['the default of "a" must be a number']],
    [
      { config: { params: [{ name: "a", type: "string", optional: true }] } },
      ['a parameter has no option "optional"; it takes name, description, type, required, default'],
    ],
    [
      {
        config: {
          params: [
            { name: "a", type: "string" },
            { name: "a", type: "number" },
          ],
        },
      },
      ['there are two parameters "a"'],
    ],
  ] as const)("%j", ([options, faults]) => {
    const expected = faults.map((fault) => `source "${"id" in options ? options.id : "feed"}": ${fault}`);

    expect(faultsOf({ sources: [{ id: "feed", execute, ...options }] })).toEqual(expected);
  });

  test("a source that is sound has none", () => {
    const params = [
      { name: "since", type: "string", required: true, default: "2026" },
      { name: "options", type: "json", default: { a: 1 } },
    ];
    const config = {
      queue: desk,
      schedule: "0 6 * * *",
      timezone: "Europe/Berlin",
      retries: 5,
      params,
      onMissing: "delete",
    };

    expect(faultsOf({ sources: [{ id: "feed", name: "Feed", description: "News.", config, execute }] })).toEqual([]);
  });

  test("of a ready-made source, also in how it was set up", () => {
    const source = httpSource({ id: "list", url: "example.com", maxPages: 0, map: () => ({ external_id: "1" }) });

    expect(faultsOf({ sources: [source] })).toEqual([
      'source "list": url must be an address that begins with http:// or https://',
      'source "list": maxPages must be more than 0',
    ]);
  });

  test.for([
    [[title]],
    [[title, { name: "external_id", type: "string" }]],
    [[title, { name: "external_id", type: "number", unique: true }]],
  ] as [readonly FieldDefinition[]][])("of a context without a field to match by: %j", ([fields]) => {
    expect(faultsOf({ fields, sources: [{ id: "feed", execute }] })).toEqual([
      'a context with sources needs a field "external_id" of type string or text with unique: true',
    ]);
  });
});

describe("Faults of a processor", () => {
  test.for([
    [
      { config: { trigger: "onDelete" } },
      ['trigger must be one of manual, onInsert, onUpdate, always, not "onDelete"'],
    ],
    [
      { config: { schedule: "* * * * *" } },
      [
        'config of a processor has no option "schedule"; it takes queue, retries, backoff, timeoutInSeconds, trigger, generateEmbeddings',
      ],
    ],
    [{ config: { retries: 1 } }, ["retries and backoff need a queue"]],
    [{ config: { queue: elsewhere } }, ['the queue "elsewhere" is not registered']],
    [{ config: { generateEmbeddings: true } }, ["generateEmbeddings needs a context with an embedder"]],
    [{ execute: "now" }, ["it needs a function execute"]],
  ] as const)("%j", ([options, faults]) => {
    const expected = faults.map((fault) => `processor "count": ${fault}`);

    expect(faultsOf({ processors: [{ id: "count", execute, ...options }] })).toEqual(expected);
  });

  test("an id is taken once in a context, by a source or a processor", () => {
    const twice = "its id is taken by another source or processor";

    expect(faultsOf({ sources: [{ id: "same", execute }], processors: [{ id: "same", execute }] })).toEqual([
      `source "same": ${twice}`,
      `processor "same": ${twice}`,
    ]);
  });
});
