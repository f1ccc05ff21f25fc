import { expect, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import type { ProcessorDefinition, ProcessorRun } from "../../src/definitions/processor.ts";
import type { QueueJob } from "../../src/definitions/queue.ts";
import { QueueRegistry } from "../../src/queues/queue-registry.ts";
import { startTestPlatform, type TestPlatform } from "./test-platform.ts";

export interface Note {
  readonly id: string;
  readonly title: string;
  readonly body: string | null;
  readonly word_count: number | null;
  readonly stamp: string | null;
  readonly updatedAt: string;
}

/** What a processor does; a test may give back anything, also what no compiler would let through. */
type Behaviour = (run: ProcessorRun<Note>) => unknown;

export interface ProcessPayload {
  readonly message: string;
  readonly results: readonly string[];
  readonly jobs: readonly string[];
}

/**
 * A deployment whose processors do what the test says. `plain` has processors without a queue, `queued` has ones with a
 * queue and rights of its items, `ring` two that answer each other, `mixed` both kinds.
 */
export interface Workbench extends TestPlatform {
  readonly behaviours: Map<string, Behaviour>;
  /** Which processors have run, in this order. */
  readonly runs: string[];
  create(context: string, input: Record<string, unknown>): Promise<{ item: Note; job: string | null }>;
  update(context: string, id: string, input: Record<string, unknown>): Promise<{ item: Note; job: string | null }>;
  find(context: string, id: string): Promise<Note>;
  process(context: string, id: string): Promise<ProcessPayload>;
  until(id: string | undefined | null, state: QueueJob["state"]): Promise<QueueJob>;
  /** Waits until no job is left to do. */
  untilQuiet(): Promise<void>;
  /** The names of the jobs about an item that are done. */
  jobsAbout(id: string): Promise<readonly string[]>;
}

const note = "id title body word_count stamp updatedAt";

export async function startWorkbench(): Promise<Workbench> {
  const queues = new QueueRegistry();
  const desk = queues.register("desk", { worker: 4, queue: 4 }, 1000, 30);
  const behaviours = new Map<string, Behaviour>();
  const runs: string[] = [];
  const processor = (id: string, config: ProcessorDefinition["config"] = {}): ProcessorDefinition => ({
    id,
    config,
    filter: ({ title }) => title !== "skipped",
    execute: (run) => {
      runs.push(id);
      return behaviours.get(id)?.(run as never) as Record<string, never>;
    },
  });
  const background = (trigger: "manual" | "onInsert" | "onUpdate" | "always") =>
    ({ queue: desk, trigger, retries: 1, backoff: { type: "linear", delay: 20 } }) as const;
  const context = (id: string, rbac: boolean, processors: readonly ProcessorDefinition[]) =>
    new PlatformContext({
      id,
      rbac,
      fields: [
        { name: "title", type: "text", required: true },
        { name: "body", type: "longtext" },
        { name: "word_count", type: "number", calculated: true },
        { name: "stamp", type: "string", calculated: true },
        { name: "state", type: "enum", enumValues: ["raw", "well-done"], calculated: true },
        { name: "external_id", type: "string", unique: true },
      ],
      processors,
      sources: [{ id: "list", execute: () => behaviours.get("list")?.(undefined as never) as [] }],
    });
  const app = new PlatformApp({
    contexts: [
      context("plain", false, [
        processor("count", { trigger: "always", timeoutInSeconds: 0.5 }),
        processor("on_insert", { trigger: "onInsert" }),
        processor("on_update", { trigger: "onUpdate" }),
        processor("by_hand"),
      ]),
      context("queued", true, [
        processor("later", background("always")),
        processor("later_on_insert", background("onInsert")),
        processor("later_on_update", { ...background("onUpdate"), timeoutInSeconds: 0.5 }),
        processor("later_by_hand", background("manual")),
      ]),
      context("ring", false, [processor("ping", background("always")), processor("pong", background("always"))]),
      context("mixed", false, [processor("size", { trigger: "always" }), processor("expand", background("manual"))]),
    ],
  });
  const platform = await startTestPlatform(app, { queues, workers: "all", graceInSeconds: 0 });
  const queue = () => {
    const handle = queues.queue("desk")?.queue;
    if (!handle) throw new Error("There is no queue.");
    return handle;
  };
  const written = async (field: string, declared: string, given: string, variables: Record<string, unknown>) => {
    const query = `mutation (${declared}) { ${field}(${given}) { item { ${note} } job } }`;
    const data = await platform.data<Record<string, { item: Note; job: string | null }>>(query, variables);
    return data[field] as { item: Note; job: string | null };
  };
  return {
    ...platform,
    behaviours,
    runs,
    create: (id, input) => written(`${id}CreateOne`, `$input: ${id}Input!`, "input: $input", { input }),
    update: (id, item, input) =>
      written(`${id}UpdateOneById`, `$id: ID!, $input: ${id}Input!`, "id: $id, input: $input", { id: item, input }),
    find: async (id, item) => {
      const query = `query ($id: ID!) { note: ${id}ById(id: $id) { ${note} } }`;
      return (await platform.data<{ note: Note }>(query, { id: item })).note;
    },
    process: async (id, item) => {
      const query = `mutation ($item: ID!) { payload: ${id}ProcessItem(item: $item) { message results jobs } }`;
      return (await platform.data<{ payload: ProcessPayload }>(query, { item })).payload;
    },
    until: (id, state) =>
      vi.waitFor(
        async () => {
          const job = await queue().getJob(id ?? "");
          expect(job?.state, job?.failedReason ?? "").toBe(state);
          return job as QueueJob;
        },
        { timeout: 15_000, interval: 20 },
      ),
    jobsAbout: async (id) => {
      const jobs = await queue().getCompleted(0, -1);
      return jobs.filter(({ data }) => (data as { item?: string }).item === id).map(({ name }) => name);
    },
    untilQuiet: () =>
      vi.waitFor(
        async () => {
          const { waiting, active, delayed } = await queue().getJobCounts();
          expect({ waiting, active, delayed }).toEqual({ waiting: 0, active: 0, delayed: 0 });
        },
        { timeout: 15_000, interval: 20 },
      ),
  };
}
