import type { GraphQLFormattedError } from "graphql";
import { internalSecret } from "./platform-process.ts";

export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly GraphQLFormattedError[];
}

/** Sends an operation to a platform in another process, with every right. Throws when no answer comes. */
export async function ask(url: string, query: string, variables?: Readonly<Record<string, unknown>>): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", internal: internalSecret },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as Answer;
}

/** The data of an operation that must succeed. */
export async function dataOf<Data>(
  url: string,
  query: string,
  variables?: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const { data, errors } = await ask(url, query, variables);
  if (errors) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  return data as Data;
}

export async function countTickets(url: string): Promise<number> {
  const data = await dataOf<{ ticketsStatistics: readonly { count: number }[] }>(
    url,
    "{ ticketsStatistics { count } }",
  );
  return data.ticketsStatistics[0]?.count ?? 0;
}
