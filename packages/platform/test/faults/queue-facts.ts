import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";

/** An attempt at a job, as its handler wrote it down. Times are in milliseconds since 1970. */
export interface Run {
  readonly job: string;
  readonly batch: string;
  readonly process: number;
  readonly started: number;
  /** Null when it never came to its end. */
  readonly ended: number | null;
}

export interface Job {
  readonly id: string;
  readonly state: string;
  readonly data: unknown;
  readonly attemptsMade: number;
  readonly returnvalue: unknown;
  readonly processedOn: string | null;
  readonly finishedOn: string | null;
}

export interface BatchInput {
  readonly queue: "wide" | "narrow" | "paced";
  readonly size: number;
  readonly work: {
    readonly milliseconds: number;
    readonly again?: number;
    readonly isFailing?: boolean;
  };
}

const pageSize = 500;

/** Asks for many jobs at once; gives back the id that theirs begin with. */
export async function createBatch(url: string, input: BatchInput): Promise<string> {
  const { created } = await dataOf<{ created: { item: { id: string } } }>(
    url,
    "mutation ($input: batchesInput!) { created: batchesCreateOne(input: $input) { item { id } } }",
    { input },
  );
  return created.item.id;
}

export async function countEffects(url: string, batch: string): Promise<number> {
  const { counted } = await dataOf<{ counted: readonly { count: number }[] }>(
    url,
    "query ($batch: String!) { counted: effectsStatistics(filters: [{ batch: { eq: $batch } }]) { count } }",
    { batch },
  );
  return counted[0]?.count ?? 0;
}

/** The ids of the jobs of a batch that have left their effect. */
export async function findEffects(url: string, batch: string): Promise<readonly string[]> {
  const found = await allPages<{ external_id: string }>((page) =>
    dataOf(
      url,
      `query ($batch: String!, $page: Int!) { found: effectsPagination(
        page: $page, limit: ${pageSize}, filters: [{ batch: { eq: $batch } }]
      ) { items { external_id } } }`,
      { batch, page },
    ),
  );
  return found.map(({ external_id }) => external_id);
}

/** The ids of all orders. */
export async function findOrders(url: string): Promise<readonly string[]> {
  const found = await allPages<{ id: string }>((page) =>
    dataOf(url, `query ($page: Int!) { found: ordersPagination(page: $page, limit: ${pageSize}) { items { id } } }`, {
      page,
    }),
  );
  return found.map(({ id }) => id);
}

/** How many jobs a process has begun and not ended. */
export async function countRunning(url: string, process: number): Promise<number> {
  const { counted } = await dataOf<{ counted: readonly { count: number }[] }>(
    url,
    `query ($process: Float!) {
      counted: runsStatistics(filters: [{ process: { eq: $process }, ended: { eq: null } }]) { count }
    }`,
    { process },
  );
  return counted[0]?.count ?? 0;
}

export async function isThere(url: string, queue: string, id: string): Promise<boolean> {
  const { job } = await dataOf<{ job: { id: string } }>(
    url,
    `query ($id: ID!) { job(queue: ${queue}, id: $id) { id } }`,
    {
      id,
    },
  );
  return job.id === id;
}

/** How many jobs of a queue have not ended. */
export async function countUnderWay(url: string, queue: string): Promise<number> {
  const { queue: found } = await dataOf<{ queue: { counts: Record<"waiting" | "active" | "delayed", number> } }>(
    url,
    `{ queue(queue: ${queue}) { counts { waiting active delayed } } }`,
  );
  return found.counts.waiting + found.counts.active + found.counts.delayed;
}

/** Every attempt at the jobs of a batch, or of a process: the first to start first. */
export function findRuns(url: string, of: { batch: string } | { process: number }): Promise<readonly Run[]> {
  const [[field, value]] = Object.entries(of) as [[string, string | number]];
  return allPages<Run>((page) =>
    dataOf(
      url,
      `query ($page: Int!) { found: runsPagination(
        page: $page, limit: ${pageSize}, filters: [{ ${field}: { eq: ${JSON.stringify(value)} } }], sort: { field: "started" }
      ) { items { job batch process started ended } } }`,
      { page },
    ),
  );
}

/** The jobs of a queue in some states. */
export function findJobs(url: string, queue: string, states: readonly string[]): Promise<readonly Job[]> {
  return allPages<Job>((page) =>
    dataOf(
      url,
      `query ($states: [JobStateEnum!], $page: Int!) { found: jobs(
        queue: ${queue}, statusses: $states, page: $page, limit: ${pageSize}
      ) { items { id state data attemptsMade returnvalue processedOn finishedOn } } }`,
      { states, page },
    ),
  );
}

export async function findJob(url: string, queue: string, id: string): Promise<Job> {
  const { job } = await dataOf<{ job: Job }>(
    url,
    `query ($id: ID!) { job(queue: ${queue}, id: $id) { id state data attemptsMade returnvalue processedOn finishedOn } }`,
    { id },
  );
  return job;
}

type Counts = Readonly<Record<"waiting" | "active" | "delayed" | "completed" | "failed", number>>;

async function countJobs(url: string, queue: string): Promise<Counts> {
  const asked = await dataOf<{ queue: { counts: Counts } }>(
    url,
    `{ queue(queue: ${queue}) { counts { waiting active delayed completed failed } } }`,
  );
  return asked.queue.counts;
}

/** Waits until nothing of a queue waits or runs. */
export async function untilQuiet(url: string, queue: string, seconds: number): Promise<void> {
  await eventually(async () => {
    const { waiting, active, delayed } = await countJobs(url, queue);
    return waiting + active + delayed === 0;
  }, seconds);
}

async function allPages<Found>(
  ask: (page: number) => Promise<{ readonly found: { readonly items: readonly Found[] } }>,
): Promise<readonly Found[]> {
  const all: Found[] = [];
  for (let page = 1; ; page++) {
    const { found } = await ask(page);
    all.push(...found.items);
    if (found.items.length < pageSize) return all;
  }
}
