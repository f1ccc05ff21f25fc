import { sessionStore } from "../session/session-store.ts";
import { ApiError } from "./api-error.ts";
import { backendUrl } from "./backend-url.ts";

/** A GraphQL document, with the types of what goes in and what comes out. */
export interface Operation<Data, Variables> {
  readonly document: string;
  /** Never there: it only carries the types. */
  readonly types?: (variables: Variables) => Data;
}

export type NoVariables = Readonly<Record<string, never>>;

export function operation<Data, Variables = NoVariables>(document: string): Operation<Data, Variables> {
  return { document };
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether it must be sent even while the page is being left. */
  readonly keepalive?: boolean;
}

/** Runs an operation as whoever is signed in. Any error in the answer is thrown. */
export async function request<Data, Variables>(
  { document }: Operation<Data, Variables>,
  variables: Variables,
  options: RequestOptions = {},
): Promise<Data> {
  const { data, errors } = await send<Data>(document, variables, options);
  const [error] = errors;
  if (error) throw error;
  if (data === null) throw new ApiError("The answer was empty.", { code: "INTERNAL" });
  return data;
}

export interface PartialAnswer<Data> {
  readonly data: Data | null;
  readonly errors: readonly ApiError[];
}

/** Like `request`, for operations of which a part may fail. */
export async function send<Data>(
  document: string,
  variables: unknown,
  options: RequestOptions = {},
): Promise<PartialAnswer<Data>> {
  const response = await post("/graphql", { query: document, variables }, options);
  const body = (await readJson(response)) as GraphqlAnswer<Data>;
  const errors = (body.errors ?? []).map(toApiError);
  if (response.status === 401) sessionStore.end("expired");
  return { data: body.data ?? null, errors };
}

/** Calls a session route, such as `/auth/sign-in`. */
export async function postJson<Data>(path: string, body: unknown): Promise<Data> {
  const response = await post(path, body, {});
  const answer = response.status === 204 ? undefined : await readJson(response);
  if (response.ok) return answer as Data;
  const [error] = (answer as GraphqlAnswer<never>).errors ?? [];
  throw error ? toApiError(error) : unreadable(response);
}

/** An answer that comes bit by bit. Without a body, it is only looked for. */
export async function openStream(path: string, body: unknown, options: RequestOptions = {}): Promise<Response> {
  const response = await call(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }, options);
  if (response.ok) return response;
  if (response.status === 401) sessionStore.end("expired");
  const [error] = ((await readJson(response)) as GraphqlAnswer<never>).errors ?? [];
  throw error ? toApiError(error) : unreadable(response);
}

export async function getJson<Data>(path: string): Promise<Data> {
  const response = await reach(() => fetch(`${backendUrl}${path}`));
  if (!response.ok) throw unreadable(response);
  return (await readJson(response)) as Data;
}

export interface GraphqlAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: string; readonly requestId?: string };
  }[];
}

function post(path: string, body: unknown, options: RequestOptions): Promise<Response> {
  return call(path, { method: "POST", body: JSON.stringify(body) }, options);
}

/** Any call as whoever is signed in; what the answer means is for the caller to find out. */
export function call(path: string, init: RequestInit, { signal, keepalive }: RequestOptions): Promise<Response> {
  const token = sessionStore.current()?.token;
  return reach(() =>
    fetch(`${backendUrl}${path}`, {
      ...init,
      headers: {
        ...(init.body !== undefined && { "content-type": "application/json" }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
    }),
  );
}

async function reach(call: () => Promise<Response>): Promise<Response> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw unreachable();
  }
}

export function unreachable(): ApiError {
  return new ApiError("The platform can't be reached. Check your connection.", { code: "NETWORK" });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unreadable(response);
  }
}

export function unreadable({ status }: Pick<Response, "status">): ApiError {
  return new ApiError(`The platform answered with status ${status}.`, { code: "NETWORK" });
}

export function toApiError({
  message,
  path,
  extensions,
}: NonNullable<GraphqlAnswer<never>["errors"]>[number]): ApiError {
  const [field] = path ?? [];
  return new ApiError(message, {
    code: extensions?.code ?? "INTERNAL",
    requestId: extensions?.requestId,
    field: typeof field === "string" ? field : undefined,
  });
}
