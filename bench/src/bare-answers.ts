import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { OperationName } from "./workloads.ts";

/** The body of a request: what our server parses and checks, the bare handler trusts. */
export interface BareRequest {
  readonly variables: {
    readonly id: string;
    readonly filters: readonly [
      { readonly status: { readonly eq: string }; readonly title: { readonly contains: string } },
    ];
    readonly limit: number;
    readonly page: number;
    readonly input: Readonly<Record<"title" | "body" | "status" | "customer" | "opened", string>> & {
      readonly priority: number;
      readonly escalated: boolean;
    };
  };
}

type Answer = (pool: pg.Pool, variables: BareRequest["variables"]) => Promise<unknown>;

/** What a competent developer writes by hand for the five operations, and nothing else. */
export const bareAnswers: Readonly<Record<OperationName, Answer>> = {
  "by-id": async (pool, { id }) => {
    const { rows } = await pool.query(
      `select id, title, body, status, priority, "createdAt" from tickets where id = $1`,
      [id],
    );
    return { ticketsById: withStatusName(rows[0]) };
  },

  "filtered-page": async (pool, { filters, limit, page }) => {
    const status = storedStatus(filters[0].status.eq);
    const [items, count] = await Promise.all([
      pool.query(
        `select id, title, status, priority, customer, opened from tickets
         where status = $1 order by priority desc, id desc limit $2 offset $3`,
        [status, limit, (page - 1) * limit],
      ),
      pool.query("select count(*) from tickets where status = $1", [status]),
    ]);
    return {
      ticketsPagination: {
        pageInfo: { itemCount: Number(count.rows[0].count) },
        items: items.rows.map(withStatusName),
      },
    };
  },

  "contains-page": async (pool, { filters, limit }) => {
    const { rows } = await pool.query(
      `select id, title, status, customer, "createdAt" from tickets
       where title ilike $1 order by "createdAt" desc, id desc limit $2`,
      [`%${filters[0].title.contains}%`, limit],
    );
    return { ticketsPagination: { items: rows.map(withStatusName) } };
  },

  "group-counts": async (pool) => {
    const { rows } = await pool.query("select status, count(*) from tickets group by status order by count desc");
    return {
      ticketsStatistics: rows.map((row) => ({ group: statusName(row.status), count: Number(row.count) })),
    };
  },

  create: async (pool, { input }) => {
    const { rows } = await pool.query(
      `insert into tickets (id, title, body, status, priority, customer, opened, escalated)
       values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, title, "createdAt"`,
      [
        ...[randomUUID(), input.title, input.body, storedStatus(input.status), input.priority],
        ...[input.customer, input.opened, input.escalated],
      ],
    );
    return { ticketsCreateOne: { item: rows[0] } };
  },
};

function withStatusName<Row extends { status: string }>(row: Row): Row {
  row.status = statusName(row.status);
  return row;
}

function statusName(stored: string): string {
  return stored.toUpperCase().replace("-", "_");
}

function storedStatus(name: string): string {
  return name.toLowerCase().replace("_", "-");
}
