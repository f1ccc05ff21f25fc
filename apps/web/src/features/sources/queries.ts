import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { JobState } from "../../shared/jobs/job-states.ts";
import { queueEnumName } from "../../shared/jobs/queue-enum-name.ts";
import { lookEvery } from "../../shared/live/live-state.ts";
import type { Context } from "../../shared/workspace/context.ts";
import type { Source, Work } from "../../shared/workspace/context-parts.ts";
import { sourceDocuments } from "./documents.ts";

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly failedReason: string | null;
  readonly returnvalue: unknown;
  readonly timestamp: string | null;
  readonly processedOn: string | null;
  readonly finishedOn: string | null;
}

export const runsOperation = operation<{ readonly jobs: { readonly items: readonly Run[] } }, { queue: string }>(`
  query Runs($queue: QueueEnum!) {
    jobs(queue: $queue, limit: 200) {
      items { id name state failedReason returnvalue timestamp processedOn finishedOn }
    }
  }
`);

export const nextRunsOperation = operation<{
  readonly queues: readonly {
    readonly schedules: readonly { readonly name: string; readonly next: string | null }[];
  }[];
}>("query NextRuns { queues { schedules { name next } } }");

const shownRuns = 8;
const lookAgainInMilliseconds = 3000;

/** The latest runs, newest first, out of the jobs that the queue still keeps. */
export const runsQuery = ({ queue, job }: Work) =>
  queryOptions({
    queryKey: ["jobs", "runs", queue, job],
    queryFn: async ({ signal }) => {
      const { jobs } = await request(runsOperation, { queue: queueEnumName(queue ?? "") }, { signal });
      return jobs.items
        .filter(({ name }) => name === job)
        .sort((a, b) => (b.timestamp ?? "").localeCompare(a.timestamp ?? ""))
        .slice(0, shownRuns);
    },
    enabled: queue !== null,
    refetchInterval: () => lookEvery(lookAgainInMilliseconds),
  });

/** When each scheduled job comes next, by its name. */
export const nextRunsQuery = queryOptions({
  queryKey: ["queues", "next"],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, string | null>> => {
    const { queues } = await request(nextRunsOperation, {}, { signal });
    return new Map(queues.flatMap(({ schedules }) => schedules.map(({ name, next }) => [name, next])));
  },
  refetchInterval: 30_000,
});

interface Outcome {
  readonly message: string;
}

export async function runSource(context: Context, { id }: Source, inputs: object): Promise<string> {
  const run = operation<{ readonly result: Outcome }, { source: string; inputs: object }>(
    sourceDocuments(context.id).executeSource,
  );
  return (await request(run, { source: id, inputs })).result.message;
}

export async function processItem(context: Context, item: string): Promise<string> {
  const run = operation<{ readonly result: Outcome }, { item: string }>(sourceDocuments(context.id).processItem);
  return (await request(run, { item })).result.message;
}

export async function processItems(context: Context): Promise<string> {
  const run = operation<{ readonly result: Outcome }>(sourceDocuments(context.id).processItems);
  return (await request(run, {})).result.message;
}
