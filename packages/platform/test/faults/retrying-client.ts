import type { GraphQLFormattedError } from "graphql";
import { internalSecret } from "./platform-process.ts";

type Headers = Readonly<Record<string, string>>;
type Variables = Readonly<Record<string, unknown>>;

/** Sends operations; one without an answer is sent once more, and no further time. */
export class RetryingClient {
  readonly #url: string;
  /** How many had to be sent again. */
  retried = 0;
  /** Why operations failed the second time too. */
  readonly failures: string[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /** The data of an operation that must succeed, with every right unless headers say who asks. */
  async data<Data>(query: string, variables: Variables = {}, headers?: Headers): Promise<Data> {
    try {
      return await this.#send<Data>(query, variables, headers);
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      this.retried += 1;
    }
    try {
      return await this.#send<Data>(query, variables, headers);
    } catch (error) {
      this.failures.push(String(error));
      throw error;
    }
  }

  async #send<Data>(
    query: string,
    variables: Variables,
    headers: Headers = { internal: internalSecret },
  ): Promise<Data> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query, variables }),
    });
    if (response.status >= 500) throw new Error(`The answer is ${response.status}.`);
    const { data, errors } = (await response.json()) as { data: Data; errors?: readonly GraphQLFormattedError[] };
    if (!errors) return data;
    const text = `Unexpected errors: ${JSON.stringify(errors)}`;
    throw errors.some(({ extensions }) => extensions?.code === "INTERNAL") ? new Error(text) : new RefusedError(text);
  }
}

/** An answer, and a no: asking again would not help. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
}
