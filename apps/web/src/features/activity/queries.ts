import { queryOptions } from "@tanstack/react-query";
import { operation, request, send } from "../../shared/api/request.ts";
import { queueEnumName } from "../../shared/jobs/queue-enum-name.ts";

export const queueNamesOperation = operation<{ readonly queues: readonly { readonly name: string }[] }>(
  "query QueueNames { queues { name } }",
);

export interface FinishedJob {
  readonly state: "completed" | "failed";
  readonly finishedOn: string | null;
}

type Jobs = Readonly<Record<string, { readonly items: readonly FinishedJob[] } | null>>;

/** The latest jobs that ended, of every queue, as far as they are still kept. */
export const finishedJobsQuery = queryOptions({
  queryKey: ["jobs", "finished"],
  queryFn: async ({ signal }): Promise<readonly FinishedJob[]> => {
    const { queues } = await request(queueNamesOperation, {}, { signal });
    if (queues.length === 0) return [];
    const { data, errors } = await send<Jobs>(finishedJobsDocument(queues.map(({ name }) => name)), {}, { signal });
    if (data === null && errors[0]) throw errors[0];
    return Object.values(data ?? {}).flatMap((page) => page?.items ?? []);
  },
  staleTime: 10_000,
  refetchInterval: 20_000,
});

export function finishedJobsDocument(queues: readonly string[]): string {
  const fields = queues.map(
    (name, index) =>
      `q${index}: jobs(queue: ${queueEnumName(name)}, statusses: [completed, failed], limit: 200) { items { state finishedOn } }`,
  );
  return `query FinishedJobs { ${fields.join(" ")} }`;
}

export interface Change {
  readonly action: string;
  readonly createdAt: string;
}

export const changesOperation = operation<{ readonly auditLog: { readonly items: readonly Change[] } }>(
  "query Changes { auditLog(limit: 500) { items { action createdAt } } }",
);

/** The latest changes, as the audit log has them. */
export const changesQuery = queryOptions({
  queryKey: ["audit", "changes"],
  queryFn: async ({ signal }) => (await request(changesOperation, {}, { signal })).auditLog.items,
  staleTime: 10_000,
});
