import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import { queueEnumName } from "../../shared/jobs/queue-enum-name.ts";

export const queueNamesOperation = operation<{ readonly queues: readonly { readonly name: string }[] }>(
  "query QueueNames { queues { name } }",
);

export interface FinishedJob {
  readonly state: "completed" | "failed";
  readonly finishedOn: string | null;
}

/** As many as one answer may hold. */
export const mostCounted = 500;

export const finishedJobsOperation = operation<
  { readonly jobs: { readonly items: readonly FinishedJob[] } },
  { readonly queue: string; readonly limit: number }
>(`
  query FinishedJobs($queue: QueueEnum!, $limit: Int) {
    jobs(queue: $queue, statusses: [completed, failed], limit: $limit) { items { state finishedOn } }
  }
`);

interface Counted<Row> {
  readonly rows: readonly Row[];
  /** Whether there may be more than were counted. */
  readonly isCut: boolean;
}

/** The latest jobs that ended, of every queue, as far as they are still kept. */
export const finishedJobsQuery = queryOptions({
  queryKey: ["jobs", "finished"],
  queryFn: async ({ signal }): Promise<Counted<FinishedJob>> => {
    const { queues } = await request(queueNamesOperation, {}, { signal });
    const pages = await Promise.all(
      queues.map(async ({ name }) => {
        const variables = { queue: queueEnumName(name), limit: mostCounted };
        return (await request(finishedJobsOperation, variables, { signal })).jobs.items;
      }),
    );
    return { rows: pages.flat(), isCut: pages.some((page) => page.length >= mostCounted) };
  },
  staleTime: 10_000,
  refetchInterval: 20_000,
});

export interface Change {
  readonly action: string;
  readonly createdAt: string;
}

export const changesOperation = operation<
  { readonly auditLog: { readonly items: readonly Change[] } },
  { readonly limit: number }
>("query Changes($limit: Int) { auditLog(limit: $limit) { items { action createdAt } } }");

/** The latest changes, as the audit log has them. */
export const changesQuery = queryOptions({
  queryKey: ["audit", "changes"],
  queryFn: async ({ signal }): Promise<Counted<Change>> => {
    const { items } = (await request(changesOperation, { limit: mostCounted }, { signal })).auditLog;
    return { rows: items, isCut: items.length >= mostCounted };
  },
  staleTime: 10_000,
});

export interface ActivityDay {
  readonly day: string;
  readonly requests: number;
  readonly searches: number;
  readonly tokens: number;
}

export const activityOperation = operation<{ readonly activity: readonly ActivityDay[] }>(
  "query Activity { activity { day requests searches tokens } }",
);

/** Two weeks of what the platform counts, day by day. */
export const activityQuery = queryOptions({
  queryKey: ["activity"],
  queryFn: async ({ signal }) => (await request(activityOperation, {}, { signal })).activity,
  staleTime: 10_000,
});
