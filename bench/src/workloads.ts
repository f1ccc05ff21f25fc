import { type PseudoRandom, pick, pseudoRandom } from "./pseudo-random.ts";
import { bodySentences, titleWords } from "./ticket-texts.ts";
import { statuses, ticketId } from "./tickets.ts";

export interface Workload {
  readonly name: string;
  /** Least ratio of our requests per second to those of the bare handler. */
  readonly target: number;
  readonly isWriting: boolean;
  /** The operation of the next request. */
  next(random: PseudoRandom): OperationName;
}

/** One request, the same for both servers; the bare handler answers it on a path of its own. */
export interface BenchRequest {
  readonly operation: OperationName;
  readonly body: string;
}

export type OperationName = "by-id" | "filtered-page" | "contains-page" | "group-counts" | "create";

const always = (name: OperationName) => ({ name, next: () => name });

export const workloads: readonly Workload[] = [
  { ...always("by-id"), target: 0.65, isWriting: false },
  { ...always("filtered-page"), target: 0.9, isWriting: false },
  { ...always("contains-page"), target: 0.8, isWriting: false },
  { ...always("group-counts"), target: 1, isWriting: false },
  { ...always("create"), target: 0.7, isWriting: true },
  {
    name: "mix",
    target: 0.85,
    isWriting: true,
    next: (random) => (random() < 0.1 ? "create" : pick<OperationName>(random, ["by-id", "filtered-page"])),
  },
];

export const workloadNames: readonly string[] = workloads.map(({ name }) => name);

export function workloadRequests(workload: Workload, rows: number): readonly BenchRequest[] {
  const random = pseudoRandom(seed);
  return Array.from({ length: requestsPerWorkload }, () => operationRequest(workload.next(random), random, rows));
}

export function operationRequests(operation: OperationName, rows: number, count: number): readonly BenchRequest[] {
  const random = pseudoRandom(seed);
  return Array.from({ length: count }, () => operationRequest(operation, random, rows));
}

const seed = 20_261_115;
const requestsPerWorkload = 1000;

function operationRequest(operation: OperationName, random: PseudoRandom, rows: number): BenchRequest {
  const { query, variables } = operations[operation];
  return { operation, body: JSON.stringify({ query, variables: variables(random, rows) }) };
}

interface Operation {
  readonly query: string;
  variables(random: PseudoRandom, rows: number): Readonly<Record<string, unknown>>;
}

const operations: Readonly<Record<OperationName, Operation>> = {
  "by-id": {
    query: "query Ticket($id: ID!) { ticketsById(id: $id) { id title body status priority createdAt } }",
    variables: (random, rows) => ({ id: ticketId(1 + Math.floor(random() * rows)) }),
  },
  "filtered-page": {
    query: `query TicketPage($filters: [FilterTickets], $sort: SortBy, $limit: Int, $page: Int) {
      ticketsPagination(filters: $filters, sort: $sort, limit: $limit, page: $page) {
        pageInfo { itemCount }
        items { id title status priority customer opened }
      }
    }`,
    variables: (random) => ({
      filters: [{ status: { eq: pick(random, statuses) } }],
      sort: { field: "priority", direction: "DESC" },
      limit: 20,
      page: pick(random, [1, 2, 3]),
    }),
  },
  "contains-page": {
    query: `query TicketSearch($filters: [FilterTickets], $limit: Int) {
      ticketsPagination(filters: $filters, limit: $limit) { items { id title status customer createdAt } }
    }`,
    variables: (random) => ({ filters: [{ title: { contains: pick(random, titleWords) } }], limit: 50 }),
  },
  "group-counts": {
    query: "query TicketCounts($groupBy: String) { ticketsStatistics(groupBy: $groupBy) { group count } }",
    variables: () => ({ groupBy: "status" }),
  },
  create: {
    query: `mutation NewTicket($input: ticketsInput!) {
      ticketsCreateOne(input: $input) { item { id title createdAt } }
    }`,
    variables: (random) => ({
      input: {
        title: Array.from({ length: 5 }, () => pick(random, titleWords)).join(" "),
        body: Array.from({ length: 4 }, () => pick(random, bodySentences)).join(" "),
        status: "OPEN",
        priority: pick(random, [1, 2, 3, 4]),
        customer: `CUS-${10_001 + Math.floor(random() * 2000)}`,
        opened: "2026-11-15T09:30:00.000Z",
        escalated: false,
      },
    }),
  },
};
