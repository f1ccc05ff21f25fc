import { dataOf } from "./ask.ts";

export interface SourceInputs {
  readonly batch: string;
  readonly count: number;
  /** How long to wait before every hundredth item, in milliseconds. */
  readonly pause?: number;
}

export interface Counts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly removed: number;
}

export interface SourceJob {
  readonly state: string;
  readonly failedReason: string | null;
  readonly progress: Counts | number;
  readonly returnvalue: Counts | null;
}

/** Starts the source in the background; gives back the id of the job. */
export async function executeMany(url: string, inputs: SourceInputs): Promise<string> {
  const { executed } = await dataOf<{ executed: { jobs: readonly string[] } }>(
    url,
    `mutation ($inputs: JSON!) { executed: recordsExecuteSource(source: "many", inputs: $inputs) { jobs } }`,
    { inputs },
  );
  const [job] = executed.jobs;
  if (!job) throw new Error("There is no job.");
  return job;
}

export async function findSourceJob(url: string, id: string): Promise<SourceJob> {
  const { job } = await dataOf<{ job: SourceJob }>(
    url,
    "query ($id: ID!) { job(queue: imports, id: $id) { state failedReason progress returnvalue } }",
    { id },
  );
  return job;
}

export async function countRecords(url: string, batch: string): Promise<number> {
  const { counted } = await dataOf<{ counted: readonly { count: number }[] }>(
    url,
    "query ($batch: String!) { counted: recordsStatistics(filters: [{ batch: { eq: $batch } }]) { count } }",
    { batch },
  );
  return counted[0]?.count ?? 0;
}

/** How many writes of records the audit log has. */
export async function countWrites(url: string): Promise<number> {
  const { auditLog } = await dataOf<{ auditLog: { pageInfo: { itemCount: number } } }>(
    url,
    `{ auditLog(resource: "records", limit: 1) { pageInfo { itemCount } } }`,
  );
  return auditLog.pageInfo.itemCount;
}
