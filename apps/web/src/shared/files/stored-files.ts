import { queryOptions } from "@tanstack/react-query";
import { backendUrl } from "../api/backend-url.ts";
import { call, unreadable } from "../api/request.ts";
import { saveBlob } from "./save-blob.ts";

export interface FileFacts {
  /** As its owner called it. */
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.[a-z0-9]{1,10}$/i;

/** Whether a field holds a file that was uploaded; any other text is the address of one elsewhere. */
export function isStoredFile(value: string): boolean {
  return form.test(value);
}

const pathOf = (reference: string) => `/files/${encodeURIComponent(reference)}`;

/** Where programs with an API key find it. */
export function fileAddress(reference: string): string {
  return `${backendUrl}${pathOf(reference)}`;
}

/** Null when it is gone, or hidden from the caller. */
export const fileFactsQuery = (reference: string) =>
  queryOptions({
    queryKey: ["files", reference],
    queryFn: async ({ signal }): Promise<FileFacts | null> => {
      const response = await call(pathOf(reference), { method: "HEAD" }, { signal });
      if (response.status === 404) return null;
      if (!response.ok) throw unreadable(response);
      return factsIn(response.headers, reference);
    },
    // Files are never changed: another version is another file.
    staleTime: Number.POSITIVE_INFINITY,
  });

export function factsIn(headers: Headers, reference: string): FileFacts {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get("content-disposition") ?? "")?.[1];
  return {
    name: encoded === undefined ? reference : decodeURIComponent(encoded),
    type: (headers.get("content-type") ?? "").split(";")[0] ?? "",
    size: Number(headers.get("content-length") ?? 0),
  };
}

/** Fetched with the session's token, which a plain link could not send. */
export async function downloadFile(reference: string): Promise<void> {
  const response = await call(pathOf(reference), {}, {});
  if (!response.ok) throw unreadable(response);
  saveBlob(await response.blob(), factsIn(response.headers, reference).name);
}
