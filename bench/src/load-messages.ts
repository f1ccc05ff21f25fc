/** What the process that makes the load is asked to do. */
export interface LoadJob {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly { readonly path: string; readonly body: string }[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  /** Milliseconds. */
  readonly p99: number;
}

export type LoadReply =
  | { readonly kind: "done"; readonly result: LoadResult }
  | { readonly kind: "failed"; readonly message: string };
