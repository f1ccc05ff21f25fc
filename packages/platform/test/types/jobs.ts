import { expectTypeOf } from "vitest";
import {
  type ContextHandle,
  type Item,
  type ItemEventData,
  type Json,
  PlatformApp,
  PlatformJob,
  PlatformQueues,
  type QueueConfiguration,
  type QueueHandle,
  type QueueJob,
  type QueueRegistration,
} from "../../src/index.ts";
import { notes, tickets } from "./contexts.ts";

interface Letter {
  readonly to: string;
  readonly copies: number;
}

/** What a deployment's own code may and may not write about queues and jobs. Nothing of this runs. */
export async function program(): Promise<void> {
  const mail = PlatformQueues.register("mail", { worker: 2, queue: 8 });
  expectTypeOf(mail).toEqualTypeOf<QueueRegistration>();
  PlatformQueues.register("mail", { worker: 2, queue: 8 }, 20);
  PlatformQueues.register("mail", { worker: 2, queue: 8 }, 20, 300);
  // @ts-expect-error the concurrency is required
  PlatformQueues.register("mail");
  // @ts-expect-error both numbers are required
  PlatformQueues.register("mail", { worker: 2 });
  // @ts-expect-error there is no such number
  PlatformQueues.register("mail", { worker: 2, queue: 8, process: 1 });
  // @ts-expect-error a name is a text
  PlatformQueues.register(5, { worker: 2, queue: 8 });
  // @ts-expect-error a rate limit is a number
  PlatformQueues.register("mail", { worker: 2, queue: 8 }, "20");
  // @ts-expect-error a timeout is a number
  PlatformQueues.register("mail", { worker: 2, queue: 8 }, 20, { seconds: 5 });
  // @ts-expect-error a registration is not changed afterwards
  mail.ratelimit = 5;

  const configuration = await mail.use();
  expectTypeOf(configuration).toEqualTypeOf<QueueConfiguration>();
  expectTypeOf(PlatformQueues.queue("mail")).toEqualTypeOf<QueueConfiguration | undefined>();
  expectTypeOf(PlatformQueues.queues).toEqualTypeOf<readonly QueueConfiguration[]>();
  expectTypeOf(PlatformQueues.list).toEqualTypeOf<ReadonlyMap<string, QueueRegistration>>();
  configuration.retries = 5;
  configuration.backoff = { type: "exponential", delay: 1000 };
  // @ts-expect-error there is no such backoff
  configuration.backoff = { type: "fixed", delay: 1000 };
  // @ts-expect-error a queue may not be in use
  PlatformQueues.queue("mail").queue;

  await withHandle(configuration.queue);
}

async function withHandle(queue: QueueHandle): Promise<void> {
  expectTypeOf(await queue.add("letter", { to: "Ann" })).toEqualTypeOf<QueueJob>();
  await queue.add("letter", {}, { delay: 5, priority: 1, attempts: 3, backoff: { type: "linear", delay: 1 } });
  await queue.add("letter", {}, { repeat: { pattern: "0 6 * * *", tz: "Europe/Berlin" }, jobId: "letter-1" });
  expectTypeOf(await queue.getJobCounts()).toExtend<
    Record<"waiting" | "active" | "completed" | "failed" | "delayed", number>
  >();
  expectTypeOf(await queue.getWaiting(0, 10)).toEqualTypeOf<readonly QueueJob[]>();
  expectTypeOf(await queue.getGlobalConcurrency()).toEqualTypeOf<number | null>();
  expectTypeOf(await queue.clean(1000, 0, "failed")).toEqualTypeOf<readonly string[]>();
  // @ts-expect-error data is JSON
  await queue.add("letter", { at: () => 1 });
  // @ts-expect-error a job has data
  await queue.add("letter");
  // @ts-expect-error there is no such option
  await queue.add("letter", {}, { retries: 3 });
  // @ts-expect-error a schedule needs a pattern
  await queue.add("letter", {}, { repeat: { tz: "UTC" } });
  // @ts-expect-error many at once don't repeat
  await queue.addBulk([{ name: "letter", data: {}, options: { repeat: { pattern: "0 6 * * *" } } }]);
  // @ts-expect-error there is no such state
  await queue.clean(1000, 0, "paused");
}

const mail = PlatformQueues.register("letters", { worker: 1, queue: 1 });

/** The data of a job is typed in its handler, and wherever it is added. */
export const sendLetter = new PlatformJob<Letter>({
  id: "send_letter",
  queue: mail,
  async execute({ id, queue, attempt, data, items, log, progress, signal, inThread, transaction }) {
    expectTypeOf(data).toEqualTypeOf<Letter>();
    expectTypeOf({ id, queue, attempt, signal }).toEqualTypeOf<{
      id: string;
      queue: string;
      attempt: number;
      signal: AbortSignal;
    }>();
    expectTypeOf(items(tickets)).toEqualTypeOf<ContextHandle<typeof tickets>>();
    expectTypeOf(await items(notes).find(data.to)).toEqualTypeOf<Item<typeof notes> | undefined>();
    await items(tickets).create({ title: data.to, status: "open" });
    await log(`to ${data.to}`);
    await progress(50);
    await progress({ sent: data.copies });
    expectTypeOf(await transaction(async () => 5)).toEqualTypeOf<number>();
    expectTypeOf(await inThread<string[]>(new URL("file:///work.ts"), { any: "input" })).toEqualTypeOf<string[]>();

    // @ts-expect-error the data has no such member
    data.from;
    // @ts-expect-error data can't be assigned to
    data.to = "Ben";
    // @ts-expect-error the enum has no such value
    await items(tickets).create({ title: "T", status: "closed" });
    // @ts-expect-error an item may be missing
    (await items(notes).find(data.to)).text;
    // @ts-expect-error a line is a text
    await log(5);
    // @ts-expect-error progress is a number or an object
    await progress("half");
    // @ts-expect-error a module is named by its address
    await inThread("./work.ts", {});
    return { sent: data.copies };
  },
});

export async function additions(): Promise<void> {
  expectTypeOf(await sendLetter.add({ to: "Ann", copies: 1 })).toEqualTypeOf<QueueJob>();
  await sendLetter.add({ to: "Ann", copies: 1 }, { delay: 1000 });
  // @ts-expect-error a member is missing
  await sendLetter.add({ to: "Ann" });
  // @ts-expect-error a member has another type
  await sendLetter.add({ to: "Ann", copies: "1" });
  // @ts-expect-error the data has no such member
  await sendLetter.add({ to: "Ann", copies: 1, from: "Ben" });
  // @ts-expect-error the job has data
  await sendLetter.add();
  // @ts-expect-error there is no such option
  await sendLetter.add({ to: "Ann", copies: 1 }, { timeout: 5 });
}

/** Without a type of its own, data is any JSON. */
export const plain = new PlatformJob({
  id: "plain",
  queue: mail.use(),
  schedule: "0 6 * * *",
  timezone: "Europe/Berlin",
  execute({ data }) {
    expectTypeOf(data).toEqualTypeOf<Json>();
  },
});

export const triggered = new PlatformJob<ItemEventData>({
  id: "triggered",
  queue: mail,
  trigger: { context: "tickets", on: ["create", "remove"] },
  retries: 3,
  backoff: { type: "linear", delay: 500 },
  timeoutInSeconds: 20,
  async execute({ data }) {
    expectTypeOf(data.event).toEqualTypeOf<"create" | "update" | "remove">();
  },
});

// Jobs with different data are one list to an app.
export const appWithJobs = new PlatformApp({ contexts: [tickets, notes], jobs: [sendLetter, plain, triggered] });

// @ts-expect-error a job needs a queue
new PlatformJob({ id: "wrong", execute: () => undefined });
// @ts-expect-error a queue is not named, but handed over
new PlatformJob({ id: "wrong", queue: "letters", execute: () => undefined });
// @ts-expect-error a job needs something to do
new PlatformJob({ id: "wrong", queue: mail });
// @ts-expect-error a job has no such option
new PlatformJob({ id: "wrong", queue: mail, cron: "0 6 * * *", execute: () => undefined });
// @ts-expect-error there is no such event
new PlatformJob({ id: "wrong", queue: mail, trigger: { context: "tickets", on: ["insert"] }, execute() {} });
// @ts-expect-error an app takes jobs
new PlatformApp({ contexts: [tickets], jobs: [{ id: "plain object" }] });
