import type { Contestant } from "../src/start-servers.ts";

export type Ask = <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Data>;

/** Asks our server, as any client would. */
export function graphqlClient({ origin, headers }: Pick<Contestant, "origin" | "headers">): Ask {
  return async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}) => {
    const response = await fetch(`${origin}/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** Does `work` for every entry, several at a time. */
export async function inParallel<Entry>(
  entries: readonly Entry[],
  atOnce: number,
  work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
  const queue = entries.entries();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const [index, entry] of queue) await work(entry, index);
  });
  await Promise.all(workers);
}
