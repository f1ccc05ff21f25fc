import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";

export interface S3Settings {
  /** Where the store answers, like `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface S3Request {
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Statuses besides 2xx that are an answer, not a failure. */
  readonly accept?: readonly number[];
}

/** Signed requests to one bucket. */
export interface S3Client {
  /** `path` begins after the name of the bucket. Throws when the store does not do what it is asked. */
  ask(method: string, path: string, request?: S3Request): Promise<Response>;
}

/** Until an answer begins, a part that is sent included. */
const longestInMilliseconds = 60_000;

export function createS3Client({ endpoint, bucket, ...credentials }: S3Settings): S3Client {
  const base = `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}`;
  const client = new AwsClient({ ...credentials, service: "s3", retries: 3 });
  return {
    ask: async (method, path, { body, headers, accept = [] } = {}) => {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error("the store did not answer in time")), longestInMilliseconds);
      try {
        const response = await client.fetch(`${base}${path}`, {
          method,
          // With its hash in the signature, a body that was changed on its way is refused.
          headers: { ...headers, ...(body && { "x-amz-content-sha256": sha256(body) }) },
          ...(body && { body: new Uint8Array(body) }),
          signal: late.signal,
        });
        if (response.ok || accept.includes(response.status)) return response;
        throw new Error(`${method} was answered with ${response.status} ${await reasonOf(response)}`.trim());
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function reasonOf(response: Response): Promise<string> {
  return /<Code>([^<]{1,100})<\/Code>/.exec(await response.text())?.[1] ?? "";
}

function sha256(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}
