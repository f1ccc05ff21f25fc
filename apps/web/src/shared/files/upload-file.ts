import { ApiError } from "../api/api-error.ts";
import { backendUrl } from "../api/backend-url.ts";
import { type GraphqlAnswer, toApiError, unreachable, unreadable } from "../api/request.ts";
import { sessionStore } from "../session/session-store.ts";
import type { FileFacts } from "./stored-files.ts";

/** What a field is set to, and what is known of it. */
export interface UploadedFile extends FileFacts {
  readonly file: string;
}

interface UploadOptions {
  readonly context: string;
  readonly field: string;
  readonly signal: AbortSignal;
  /** How much of it is there, from 0 to 1. */
  onProgress(share: number): void;
}

/** Sends a file for a field. By XMLHttpRequest: `fetch` can't tell how far an upload is. */
export function uploadFile(file: File, { context, field, signal, onProgress }: UploadOptions): Promise<UploadedFile> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedFile>();
  const request = new XMLHttpRequest();
  request.open("POST", `${backendUrl}/files?${new URLSearchParams({ context, field })}`);
  request.setRequestHeader("authorization", `Bearer ${sessionStore.current()?.token ?? ""}`);
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
  request.addEventListener("load", () => {
    if (request.status === 201) return resolve(request.response as UploadedFile);
    if (request.status === 401) sessionStore.end("expired");
    reject(refusalIn(request));
  });
  request.addEventListener("error", () => reject(cutOff(file)));
  request.addEventListener("abort", () => reject(new DOMException("The upload was stopped.", "AbortError")));
  signal.addEventListener("abort", () => request.abort());
  const body = new FormData();
  body.append("file", file);
  request.send(body);
  return promise;
}

function refusalIn({ response, status }: XMLHttpRequest): ApiError {
  const [error] = (response as GraphqlAnswer<never> | null)?.errors ?? [];
  return error ? toApiError(error) : unreadable({ status });
}

// The platform stops reading a file that is too large, and a browser that is still sending may never see why.
const surelySmall = 1024 * 1024;

function cutOff({ size }: File): ApiError {
  if (size < surelySmall) return unreachable();
  return new ApiError("The platform did not take the file. It may be too large, or the connection was lost.", {
    code: "NETWORK",
  });
}
