import { type GraphQLFieldConfig, GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { QueueJob } from "../../definitions/queue.ts";
import type { Call } from "../../operations/call.ts";
import { describeQueue, describeQueues, type QueueDescription } from "../../operations/queues/describe-queue.ts";
import { findJobLogs, findQueueJob, type JobsOptions, listQueueJobs } from "../../operations/queues/list-queue-jobs.ts";
import {
  deleteQueueJob,
  drainQueue,
  pauseQueue,
  resumeQueue,
  retryFailed,
  retryQueueJob,
} from "../../operations/queues/steer-queue.ts";
import {
  JobPaginationResult,
  JobStateEnum,
  QueueActionResult,
  QueueJobType,
  QueueResult,
  queueEnum,
  RetryFailedResult,
} from "../types/queue-types.ts";
import { field, pageInfoOf } from "./query-fields.ts";

type Fields = Record<string, GraphQLFieldConfig<unknown, Call>>;

interface OneQueue {
  readonly queue: string;
}

interface OneJob extends OneQueue {
  readonly id: string;
}

const required = GraphQLNonNull;

/** The queries and mutations on the queues of a deployment. */
export function queueFields(queues: readonly string[]): { readonly queries: Fields; readonly mutations: Fields } {
  const queue = { type: new required(queueEnum(queues)), description: "The queue." };
  const id = { type: new required(GraphQLID), description: "The id of the job." };
  const action = (description: string, act: (call: Call, queue: string) => Promise<void>) =>
    field<OneQueue>({
      type: new required(QueueActionResult),
      description,
      args: { queue },
      resolve: async (call, args) => {
        await act(call, args.queue);
        return { success: true };
      },
    });
  const jobAction = (description: string, act: (call: Call, queue: string, id: string) => Promise<void>) =>
    field<OneJob>({
      type: new required(QueueActionResult),
      description,
      args: { queue, id },
      resolve: async (call, args) => {
        await act(call, args.queue, args.id);
        return { success: true };
      },
    });

  return {
    queries: {
      jobs: field<JobsOptions>({
        type: new required(JobPaginationResult),
        description:
          "The jobs of a queue: active, waiting, delayed, failed, completed; in each state the newest first.",
        args: {
          queue,
          statusses: {
            type: new GraphQLList(new required(JobStateEnum)),
            description: "Only jobs in these states. Default: all.",
          },
          page: { type: GraphQLInt, description: "The number of the page, from 1. Default: 1." },
          limit: { type: GraphQLInt, description: "Jobs per page, 1 to 500. Default: 10." },
        },
        resolve: async (call, args) => {
          const { items, count, limit, page } = await listQueueJobs(call, args);
          return { items: items.map(jobFields), pageInfo: pageInfoOf(count, limit, page) };
        },
      }),
      job: field<OneJob>({
        type: QueueJobType,
        description: "One job.",
        args: { queue, id },
        resolve: async (call, args) => jobFields(await findQueueJob(call, args.queue, args.id)),
      }),
      jobLogs: field<OneJob>({
        type: new required(new GraphQLList(new required(GraphQLString))),
        description: "What a job wrote down, the oldest line first: the last 1,000 lines.",
        args: { queue, id },
        resolve: (call, args) => findJobLogs(call, args.queue, args.id),
      }),
      queue: field<OneQueue>({
        type: new required(QueueResult),
        description: "One queue: counts, limits, workers, schedules.",
        args: { queue },
        resolve: async (call, args) => queueDescription(await describeQueue(call, args.queue)),
      }),
      queues: field({
        type: new required(new GraphQLList(new required(QueueResult))),
        description: "All queues.",
        resolve: async (call) => (await describeQueues(call)).map(queueDescription),
      }),
    },
    mutations: {
      pauseQueue: action("Starts no more jobs of a queue; those that run go on.", pauseQueue),
      resumeQueue: action("Lets a paused queue go on.", resumeQueue),
      drainQueue: action("Removes all waiting jobs of a queue.", drainQueue),
      deleteJob: jobAction("Removes a job that does not run.", deleteQueueJob),
      retryJob: jobAction("Brings a failed job back, with all its attempts before it.", retryQueueJob),
      retryFailed: field<OneQueue>({
        type: new required(RetryFailedResult),
        description: "Brings all failed jobs of a queue back.",
        args: { queue },
        resolve: async (call, args) => ({ success: true, count: await retryFailed(call, args.queue) }),
      }),
    },
  };
}

function jobFields(job: QueueJob) {
  const { timestamp, processedOn, finishedOn } = job;
  return { ...job, timestamp: isoTime(timestamp), processedOn: isoTime(processedOn), finishedOn: isoTime(finishedOn) };
}

function queueDescription({ schedules, ...queue }: QueueDescription) {
  return {
    ...queue,
    ratelimit: Number.isFinite(queue.ratelimit) ? queue.ratelimit : null,
    schedules: schedules.map(({ tz, next, ...schedule }) => ({ ...schedule, timezone: tz, next: isoTime(next) })),
  };
}

function isoTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
