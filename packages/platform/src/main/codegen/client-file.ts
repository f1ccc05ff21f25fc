import type { Resource } from "../../definitions/resource.ts";
import { operationTypes } from "./documents-file.ts";
import { safeName } from "./type-text.ts";

/** A client with a few functions for each context, on nothing but fetch. */
export function clientFile(contexts: readonly Resource[]): string {
  return `${start}
/** A client of this deployment. */
export function createClient(options: ClientOptions) {
  const request = <Result, Variables>(document: TypedDocument<Result, Variables>, variables: Variables) =>
    send(options, document, variables);
  return {
    /** Sends any typed document. */
    request,
${contexts.map(contextMembers).join("")}  };
}
${end}`;
}

const start = `import * as documents from "./documents.ts";
import type { TypedDocument } from "./documents.ts";
import type * as types from "./types.ts";

export interface ClientOptions {
  /** Where the API answers: https://desk.example.com/graphql */
  readonly url: string;
  /** What comes with every request: { "x-api-key": "sk_…" }, or { authorization: "Bearer …" } of a session. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the one of this place. */
  readonly fetch?: typeof fetch;
}

export interface ReportedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string };
}

/** The API refused what was asked of it; \`errors\` says why. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly errors: readonly ReportedError[];

  constructor(status: number, errors: readonly ReportedError[]) {
    super(errors.map(({ message }) => message).join("; ") || \`The API answered with status \${status}.\`);
    this.status = status;
    this.errors = errors;
  }
}
`;

const end = `
async function send<Result, Variables>(
  { url, headers, fetch: fetchIt = fetch }: ClientOptions,
  { text }: TypedDocument<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const response = await fetchIt(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify({ query: text, variables }),
  });
  const answer: { data?: Result | null; errors?: readonly ReportedError[] } = await response.json().catch(() => ({}));
  if (answer.errors || !answer.data) throw new RequestError(response.status, answer.errors ?? []);
  return answer.data;
}

function given<Value>(value: Value | null): Value {
  if (value === null) throw new RequestError(200, [{ message: "The API gave nothing back." }]);
  return value;
}
`;

function contextMembers({ id, description, names, search }: Resource): string {
  const variables = (name: string) => `documents.${operationTypes(name).variables}`;
  const ask = (name: string, values: string) => `request(documents.${safeName(name)}, ${values})`;
  const searchMember = (name: string) => `
      /** The chunks that fit best. */
      search: async (what: ${variables(name)}) => given((await ${ask(name, "what")}).${name}),`;
  return `    /** ${description.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " ")} */
    ${id === "request" ? "request_" : id}: {
      /** The item with this id. */
      find: async (id: string) => given((await ${ask(names.byId, "{ id }")}).${names.byId}),
      /** The first item that matches; null when none does. */
      first: async (what: ${variables(names.one)} = {}) => (await ${ask(names.one, "what")}).${names.one},
      /** One page of items. */
      list: async (what: ${variables(names.pagination)} = {}) =>
        given((await ${ask(names.pagination, "what")}).${names.pagination}),
      /** How many items there are, in all or by the value of a field. */
      statistics: async (what: ${variables(names.statistics)} = {}) =>
        (await ${ask(names.statistics, "what")}).${names.statistics},
      create: async (input: types.${safeName(names.input)}) =>
        given((await ${ask(names.createOne, "{ input }")}).${names.createOne}).item,
      /** Creates the item, or changes the one with the same values of its unique fields. */
      upsert: async (input: types.${safeName(names.input)}) =>
        given((await ${ask(names.createOne, "{ input, upsert: true }")}).${names.createOne}).item,
      update: async (id: string, input: types.${safeName(names.input)}) =>
        given((await ${ask(names.updateOneById, "{ id, input }")}).${names.updateOneById}).item,
      remove: async (id: string) => given((await ${ask(names.removeOneById, "{ id }")}).${names.removeOneById}),${search ? searchMember(search.names.vectorSearch) : ""}
    },
`;
}
