import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { ask, dataOf } from "./ask.ts";
import { cleanUp, newFolder, searchedDeployment, startPlatform } from "./platform-process.ts";

/** `npm run soak` asks for more. */
const rounds = Number(process.env.SOAK_ROUNDS ?? 4);
const writersAtOnce = 6;
const linesPerNote = 8;

interface Note {
  readonly id: string;
  readonly body: string;
  readonly chunks: readonly { readonly chunk_content: string }[];
}

describe("A platform on the embedded database that is killed while it indexes", () => {
  afterEach(cleanUp);

  test(`${rounds} times with kill -9: no item ends with a mixture of old and new chunks, and none without`, {
    timeout: 120_000 + rounds * 40_000,
  }, async ({ annotate }) => {
    const folder = await newFolder();
    let platform = await startPlatform({ PLATFORM_DATA_DIR: folder }, searchedDeployment);
    const ids: string[] = [];
    let writes = 0;
    let behind = 0;

    for (let round = 1; round <= rounds; round++) {
      const before = writes;
      const written = Promise.all(
        Array.from({ length: writersAtOnce }, async (_, writer) => {
          for (let turn = 0; ; turn++) {
            const body = noteBody(`round ${round} writer ${writer} turn ${turn}`);
            const known = turn % 2 === 0 ? undefined : ids[(writer * 7 + turn) % Math.max(1, ids.length)];
            const answer = await write(platform.url, body, known).catch(() => undefined);
            if (answer === undefined) return;
            writes += 1;
            if (known === undefined) ids.push(answer);
          }
        }),
      );
      while (writes < before + writersAtOnce) await wait(5);
      await wait(Math.random() * 1000);
      platform.kill("SIGKILL");
      await Promise.all([platform.ended, written]);
      platform = await startPlatform({ PLATFORM_DATA_DIR: folder }, searchedDeployment);
      const first = await readNotes(platform.url);
      behind += first.filter((note) => !isInLine(note)).length;

      // What was cut off is made up for beside the first requests. Meanwhile chunks are behind, but never mixed.
      expect(first.filter(isMixed), `round ${round}`).toEqual([]);
      await expect
        .poll(async () => (await readNotes(platform.url)).filter((note) => !isInLine(note)), { timeout: 60_000 })
        .toEqual([]);
    }

    await annotate(`${rounds} kills, ${writes} acknowledged writes, ${behind} items had to be made up for`);
  });
});

function noteBody(mark: string): string {
  return Array.from({ length: linesPerNote }, (_, line) => `${mark} line ${line}`).join("\n");
}

function isInLine({ body, chunks }: Note): boolean {
  return chunks.map((chunk) => chunk.chunk_content).join("\n") === body;
}

/** Either no chunks yet, or all those of one version. */
function isMixed({ chunks }: Note): boolean {
  const marks = new Set(chunks.map((chunk) => chunk.chunk_content.replace(/ line \d+$/, "")));
  return chunks.length > 0 && (marks.size !== 1 || chunks.length !== linesPerNote);
}

const create = `mutation ($body: String!) { written: notesCreateOne(input: { title: "Note", body: $body }) { item { id } } }`;
const change = `mutation ($id: ID!, $body: String!) { written: notesUpdateOneById(id: $id, input: { title: "Note", body: $body }) { item { id } } }`;

async function write(url: string, body: string, id: string | undefined): Promise<string> {
  const answer = await ask(url, id === undefined ? create : change, { id, body });
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return (answer.data as unknown as { written: { item: { id: string } } }).written.item.id;
}

async function readNotes(url: string): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (let page = 1; ; page++) {
    const { notesPagination } = await dataOf<{ notesPagination: { items: readonly Note[] } }>(
      url,
      `query ($page: Int) { notesPagination(limit: 400, page: $page) { items { id body chunks { chunk_content } } } }`,
      { page },
    );
    notes.push(...notesPagination.items);
    if (notesPagination.items.length < 400) return notes;
  }
}
