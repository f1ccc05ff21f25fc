declare module "autocannon" {
  function autocannon(options: autocannon.Options): autocannon.Instance;

  namespace autocannon {
    interface Options {
      readonly url: string;
      readonly connections: number;
      /** In seconds. */
      readonly duration: number;
      /** In seconds. */
      readonly timeout: number;
      setupClient(client: Client): void;
      verifyBody(body: string): boolean;
    }

    interface Request {
      method: string;
      path: string;
      headers: Record<string, string>;
      body: string;
    }

    interface Client {
      setRequests(requests: Request[]): void;
    }

    interface Result {
      readonly errors: number;
      readonly timeouts: number;
      readonly mismatches: number;
      readonly non2xx: number;
    }

    interface Instance extends PromiseLike<Result> {
      on(
        event: "response",
        listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
      ): this;
      on(event: "reqMismatch", listener: (body: string) => void): this;
    }
  }

  export = autocannon;
}
