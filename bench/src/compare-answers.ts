import { isDeepStrictEqual } from "node:util";
import type { Contestant } from "./start-servers.ts";
import { type BenchRequest, type OperationName, operationRequests } from "./workloads.ts";

const reads: readonly OperationName[] = ["by-id", "filtered-page", "contains-page", "group-counts"];
const requestsPerRead = 40;
const patienceInMilliseconds = 30_000;

/** Figures are only worth comparing when both servers do the same work: throws at the first difference. */
export async function compareAnswers(ours: Contestant, bare: Contestant, rows: number): Promise<void> {
  for (const read of reads) {
    for (const request of operationRequests(read, rows, requestsPerRead)) {
      await compareAnswer(ours, bare, { request, relevant: (answer) => answer });
    }
  }
  for (const request of operationRequests("create", rows, 3)) {
    await compareAnswer(ours, bare, { request, relevant: withoutNewValues });
  }
}

interface Comparison {
  readonly request: BenchRequest;
  relevant(answer: unknown): unknown;
}

async function compareAnswer(ours: Contestant, bare: Contestant, { request, relevant }: Comparison): Promise<void> {
  const [ourAnswer, bareAnswer] = await Promise.all([ask(ours, request), ask(bare, request)]);
  if (isDeepStrictEqual(relevant(ourAnswer), relevant(bareAnswer))) return;
  const lines = [
    `The servers answer ${request.operation} differently.`,
    `request ${request.body}`,
    `ours    ${JSON.stringify(ourAnswer)}`,
    `bare    ${JSON.stringify(bareAnswer)}`,
  ];
  throw new Error(lines.join("\n"));
}

async function ask(contestant: Contestant, request: BenchRequest): Promise<unknown> {
  const response = await fetch(new URL(contestant.path(request), contestant.origin), {
    method: "POST",
    headers: contestant.headers,
    body: request.body,
    signal: AbortSignal.timeout(patienceInMilliseconds),
  });
  return { status: response.status, answer: await response.json() };
}

/** What a new ticket gets from its server is only compared by its form. */
function withoutNewValues(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value) =>
    key === "id" || key === "createdAt" ? String(value).replace(/[0-9a-f]/g, "0") : value,
  );
}
