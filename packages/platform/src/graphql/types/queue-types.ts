import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from "graphql";
import { queueEnumName } from "../../definitions/queue-names.ts";
import { GraphQLDate, GraphQLJSON } from "../scalars.ts";
import { PageInfo } from "./shared-types.ts";

const required = GraphQLNonNull;

/** One value for each queue of the deployment. */
export function queueEnum(queues: readonly string[]): GraphQLEnumType {
  return new GraphQLEnumType({
    name: "QueueEnum",
    description: "The queues of this deployment.",
    values: Object.fromEntries(
      queues.map((queue) => [queueEnumName(queue), { value: queue, description: `The queue ${queue}.` }]),
    ),
  });
}

export const JobStateEnum = new GraphQLEnumType({
  name: "JobStateEnum",
  description: "Where a job stands.",
  values: {
    waiting: { description: "It runs as soon as a worker is free." },
    active: { description: "It is running." },
    delayed: { description: "It waits for its time, or for its next attempt." },
    completed: { description: "It is done." },
    failed: { description: "It is out of attempts." },
    paused: { description: "It waits on a queue that is paused; to ask for, never an answer." },
  },
});

export const QueueJobType = new GraphQLObjectType({
  name: "QueueJob",
  description:
    "A piece of background work. Of one about an item that the caller may not read, the content is left out.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id." },
    name: { type: new required(GraphQLString), description: "What kind of work it is." },
    state: { type: new required(JobStateEnum), description: "Where it stands." },
    data: { type: GraphQLJSON, description: "What it works on, without secrets." },
    failedReason: { type: GraphQLString, description: "Why its last attempt failed." },
    stacktrace: { type: new GraphQLList(GraphQLString), description: "Where its attempts failed." },
    attemptsMade: { type: new required(GraphQLInt), description: "How often it was tried." },
    attempts: { type: new required(GraphQLInt), description: "How often it is tried in all." },
    returnvalue: { type: GraphQLJSON, description: "What it gave back." },
    progress: { type: GraphQLJSON, description: "How far it is." },
    timestamp: { type: GraphQLDate, description: "When it was added." },
    processedOn: { type: GraphQLDate, description: "When its last attempt began." },
    finishedOn: { type: GraphQLDate, description: "When it was completed, or failed for good." },
  },
});

export const JobPaginationResult = new GraphQLObjectType({
  name: "JobPaginationResult",
  description: "One page of jobs.",
  fields: {
    pageInfo: { type: new required(PageInfo), description: "Where the page stands in the whole list." },
    items: { type: new required(new GraphQLList(QueueJobType)), description: "The jobs on the page." },
  },
});

const count = { type: new required(GraphQLInt) };

const QueueCounts = new GraphQLObjectType({
  name: "QueueCounts",
  description: "How many jobs are in each state.",
  fields: {
    waiting: { ...count, description: "Jobs that wait, also on a paused queue." },
    active: { ...count, description: "Jobs that run." },
    delayed: { ...count, description: "Jobs that wait for their time." },
    completed: { ...count, description: "Jobs that are done and still kept." },
    failed: { ...count, description: "Jobs that are out of attempts and still kept." },
  },
});

const QueueConcurrency = new GraphQLObjectType({
  name: "QueueConcurrency",
  description: "How many jobs run at a time.",
  fields: {
    worker: { ...count, description: "In one worker process." },
    queue: { ...count, description: "Across all of them." },
  },
});

const QueueSchedule = new GraphQLObjectType({
  name: "QueueSchedule",
  description: "A job that comes again and again.",
  fields: {
    id: { type: new required(GraphQLID), description: "The id." },
    name: { type: new required(GraphQLString), description: "The name of the job." },
    pattern: { type: new required(GraphQLString), description: "The cron expression." },
    timezone: { type: new required(GraphQLString), description: "The time zone that it is read in." },
    next: { type: GraphQLDate, description: "When it comes next." },
  },
});

export const QueueResult = new GraphQLObjectType({
  name: "QueueResult",
  description: "A queue, as it is now.",
  fields: {
    name: { type: new required(GraphQLString), description: "The name." },
    isPaused: { type: new required(GraphQLBoolean), description: "Whether no more jobs are started." },
    counts: { type: new required(QueueCounts), description: "How many jobs there are." },
    concurrency: { type: new required(QueueConcurrency), description: "How many run at a time." },
    ratelimit: { type: GraphQLFloat, description: "The most jobs per second; null: no limit." },
    timeoutInSeconds: { type: new required(GraphQLFloat), description: "The longest that a job may run." },
    retries: { type: GraphQLInt, description: "How often a failed job is tried again; null: the default, 3." },
    workers: { ...count, description: "The processes that work on it." },
    rateLimitedUntil: { type: GraphQLDate, description: "When the rate limit lets the next job start; null: now." },
    oldestWaitingInSeconds: { type: GraphQLFloat, description: "How long the oldest waiting job has been waiting." },
    schedules: {
      type: new required(new GraphQLList(new required(QueueSchedule))),
      description: "What comes again and again.",
    },
  },
});

const success = { type: new required(GraphQLBoolean), description: "Whether it was done." };

export const QueueActionResult = new GraphQLObjectType({
  name: "QueueActionResult",
  description: "The outcome of steering a queue.",
  fields: { success },
});

export const RetryFailedResult = new GraphQLObjectType({
  name: "RetryFailedResult",
  description: "The outcome of bringing failed jobs back.",
  fields: { success, count: { ...count, description: "How many jobs were brought back." } },
});
