import type { TestPlatform } from "./test-platform.ts";

export interface SentFile {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** What the client says it is; nobody should believe it. */
  readonly type?: string;
}

type Headers = Readonly<Record<string, string>>;

export interface UploadAnswer {
  readonly status: number;
  readonly body: {
    readonly file: string;
    readonly name: string;
    readonly type: string;
    readonly size: number;
    readonly errors?: readonly { readonly message: string }[];
  };
}

/** Sends a file as a browser would, for a field given as `context.field`. */
export async function upload(
  { url }: TestPlatform,
  headers: Headers,
  field: string,
  { name, bytes, type = "application/octet-stream" }: SentFile,
): Promise<UploadAnswer> {
  const form = new FormData();
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  const [context = "", fieldName = ""] = field.split(".");
  const query = new URLSearchParams({ context, field: fieldName });
  const response = await fetch(`${url}/files?${query}`, { method: "POST", headers, body: form });
  return { status: response.status, body: (await response.json()) as UploadAnswer["body"] };
}

export function download({ url }: TestPlatform, headers: Headers, reference: string): Promise<Response> {
  return fetch(`${url}/files/${encodeURIComponent(reference)}`, { headers });
}
