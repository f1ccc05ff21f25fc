import { ask, dataOf } from "./ask.ts";

/** The contexts of the searched deployment: one indexes while the caller waits, one on a queue. */
export const searchedContexts = ["notes", "memos"] as const;
type SearchedContext = (typeof searchedContexts)[number];

const writersOfContext = 3;
const linesOfText = 8;

export interface Text {
  readonly id: string;
  readonly body: string;
  readonly chunks: readonly { readonly chunk_content: string }[];
}

export interface Writing {
  /** Settles when every writer has written once. */
  readonly begun: Promise<unknown>;
  /** How many writes were acknowledged, once the platform answers no more. */
  readonly count: Promise<number>;
}

/** Creates texts and changes them, over and over, until the platform is gone. */
export function writeTexts(url: string, round: number): Writing {
  const writers = searchedContexts.flatMap((context) =>
    Array.from({ length: writersOfContext }, (_, writer) => {
      const first = Promise.withResolvers<void>();
      return {
        begun: first.promise,
        count: keepWriting(url, { context, mark: `round ${round} writer ${writer}`, first }),
      };
    }),
  );
  const counts = Promise.all(writers.map((writer) => writer.count));
  return {
    begun: Promise.all(writers.map((writer) => writer.begun)),
    count: counts.then((each) => each.reduce((sum, count) => sum + count, 0)),
  };
}

interface Writer {
  readonly context: SearchedContext;
  readonly mark: string;
  readonly first: PromiseWithResolvers<void>;
}

async function keepWriting(url: string, { context, mark, first }: Writer): Promise<number> {
  let id: string | undefined;
  for (let turn = 0; ; turn++) {
    const lines = Array.from({ length: linesOfText }, (_, line) => `${mark} turn ${turn} line ${line}`);
    const written = await write(url, context, { id, body: lines.join("\n") }).catch(() => undefined);
    first.resolve();
    if (written === undefined) return turn;
    id = written;
  }
}

interface Written {
  readonly written: { readonly item: { readonly id: string } };
}

async function write(
  url: string,
  context: SearchedContext,
  text: { readonly id: string | undefined; readonly body: string },
): Promise<string> {
  const input = `input: { title: "Text", body: $body }`;
  const document =
    text.id === undefined
      ? `mutation ($body: String!) { written: ${context}CreateOne(${input}) { item { id } } }`
      : `mutation ($id: ID!, $body: String!) { written: ${context}UpdateOneById(id: $id, ${input}) { item { id } } }`;
  const { data, errors } = await ask(url, document, text);
  if (errors) throw new Error(JSON.stringify(errors));
  return (data as unknown as Written).written.item.id;
}

const pageSize = 200;

export async function readTexts(url: string, context: SearchedContext): Promise<readonly Text[]> {
  const texts: Text[] = [];
  for (let page = 1; ; page++) {
    const { list } = await dataOf<{ list: { items: readonly Text[] } }>(
      url,
      `query ($page: Int) {
        list: ${context}Pagination(limit: ${pageSize}, page: $page) { items { id body chunks { chunk_content } } }
      }`,
      { page },
    );
    texts.push(...list.items);
    if (list.items.length < pageSize) return texts;
  }
}

export function isInLine({ body, chunks }: Text): boolean {
  return chunks.map((chunk) => chunk.chunk_content).join("\n") === body;
}

/** Neither without chunks yet, nor with all those of one version. */
export function isMixed({ chunks }: Text): boolean {
  const marks = new Set(chunks.map((chunk) => chunk.chunk_content.replace(/ line \d+$/, "")));
  return chunks.length > 0 && (marks.size !== 1 || chunks.length !== linesOfText);
}
