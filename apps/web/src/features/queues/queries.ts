import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { JobState } from "../../shared/jobs/job-states.ts";
import { queueEnumName } from "../../shared/jobs/queue-enum-name.ts";
import { lookEvery } from "../../shared/live/live-state.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";

export interface Queue {
  readonly name: string;
  readonly isPaused: boolean;
  readonly counts: Readonly<Record<JobState, number>>;
  readonly concurrency: { readonly worker: number; readonly queue: number };
  /** Per second; null: no limit. */
  readonly ratelimit: number | null;
  readonly rateLimitedUntil: string | null;
  readonly oldestWaitingInSeconds: number | null;
  readonly timeoutInSeconds: number;
  readonly retries: number | null;
  readonly workers: number;
  readonly schedules: readonly Schedule[];
}

interface Schedule {
  readonly name: string;
  readonly pattern: string;
  readonly timezone: string;
  readonly next: string | null;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly attemptsMade: number;
  readonly attempts: number;
  readonly failedReason: string | null;
  readonly progress: unknown;
  readonly timestamp: string | null;
  readonly processedOn: string | null;
  readonly finishedOn: string | null;
}

export interface JobDetail extends Job {
  readonly data: unknown;
  readonly returnvalue: unknown;
  readonly stacktrace: readonly string[] | null;
}

const queueFields = `
  name isPaused workers ratelimit rateLimitedUntil oldestWaitingInSeconds timeoutInSeconds retries
  counts { waiting active delayed completed failed }
  concurrency { worker queue }
  schedules { name pattern timezone next }
`;
const jobFields = "id name state attemptsMade attempts failedReason progress timestamp processedOn finishedOn";

export const queuesOperation = operation<{ readonly queues: readonly Queue[] }>(`
  query Queues { queues { ${queueFields} } }
`);

export const jobsOperation = operation<
  { readonly jobs: { readonly items: readonly Job[]; readonly pageInfo: PageInfo } },
  {
    readonly queue: string;
    readonly statusses: readonly JobState[] | null;
    readonly limit: number;
    readonly page: number;
  }
>(`
  query Jobs($queue: QueueEnum!, $statusses: [JobStateEnum!], $limit: Int, $page: Int) {
    jobs(queue: $queue, statusses: $statusses, limit: $limit, page: $page) {
      items { ${jobFields} }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

interface OneQueue {
  readonly queue: string;
}

interface OneJob extends OneQueue {
  readonly id: string;
}

export const jobOperation = operation<{ readonly job: JobDetail | null; readonly jobLogs: readonly string[] }, OneJob>(`
  query Job($queue: QueueEnum!, $id: ID!) {
    job(queue: $queue, id: $id) { ${jobFields} data returnvalue stacktrace }
    jobLogs(queue: $queue, id: $id)
  }
`);

export const pauseOperation = operation<unknown, OneQueue>(
  "mutation Pause($queue: QueueEnum!) { pauseQueue(queue: $queue) { success } }",
);
export const resumeOperation = operation<unknown, OneQueue>(
  "mutation Resume($queue: QueueEnum!) { resumeQueue(queue: $queue) { success } }",
);
export const drainOperation = operation<unknown, OneQueue>(
  "mutation Drain($queue: QueueEnum!) { drainQueue(queue: $queue) { success } }",
);
export const retryFailedOperation = operation<{ readonly retryFailed: { readonly count: number } }, OneQueue>(
  "mutation RetryFailed($queue: QueueEnum!) { retryFailed(queue: $queue) { count } }",
);
export const retryJobOperation = operation<unknown, OneJob>(
  "mutation RetryJob($queue: QueueEnum!, $id: ID!) { retryJob(queue: $queue, id: $id) { success } }",
);
export const deleteJobOperation = operation<unknown, OneJob>(
  "mutation DeleteJob($queue: QueueEnum!, $id: ID!) { deleteJob(queue: $queue, id: $id) { success } }",
);

// Where the server does not tell what changes: often when there is work, now and then when there is none.
const busyInMilliseconds = 1500;
const idleInMilliseconds = 6000;

export const queuesQuery = queryOptions({
  queryKey: ["queues"],
  queryFn: async ({ signal }) => (await request(queuesOperation, {}, { signal })).queues,
  refetchInterval: ({ state: { data = [] } }) => lookEvery(data.some(isBusy) ? busyInMilliseconds : idleInMilliseconds),
});

export interface JobsFilter {
  readonly state: JobState | undefined;
  readonly page: number;
}

export const jobsQuery = (queue: string, { state, page }: JobsFilter) =>
  queryOptions({
    queryKey: ["jobs", queue, state ?? null, page],
    queryFn: async ({ signal }) =>
      (
        await request(
          jobsOperation,
          { queue: queueEnumName(queue), statusses: state ? [state] : null, limit: 25, page },
          { signal },
        )
      ).jobs,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      lookEvery(data?.items.some((job) => !isFinished(job)) ? busyInMilliseconds : idleInMilliseconds),
  });

export const jobQuery = (queue: string, id: string) =>
  queryOptions({
    queryKey: ["job", queue, id],
    queryFn: ({ signal }) => request(jobOperation, { queue: queueEnumName(queue), id }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.job && !isFinished(data.job) ? lookEvery(busyInMilliseconds) : false,
  });

function isBusy({ counts }: Queue): boolean {
  return counts.active + counts.waiting > 0;
}

function isFinished({ state }: Job): boolean {
  return state === "completed" || state === "failed";
}
