import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import { cleanUp, launch, newFolder, run, searchedDeployment, startServer } from "./platform-process.ts";
import { testedBackends } from "./queue-backends.ts";

const notes = 20;
const linesOfNote = 16;
const chunks = notes * linesOfNote;
const chunksOfBatch = 64;
const backends = testedBackends.filter(({ name }) => name !== "Redis");

interface State {
  readonly context: string;
  readonly declared: string;
  readonly searched: string;
  readonly building: { readonly model: string; readonly made: number; readonly total: number } | null;
}

describe("platform embeddings that is killed", { concurrent: true, timeout: 300_000 }, () => {
  afterAll(cleanUp);

  for (const backend of backends) {
    test.skipIf(backend.isMissing)(
      `with kill -9 on ${backend.name} while vectors are made: what was made is kept, the next run goes on from there, rollback goes back`,
      async ({ onTestFinished }) => {
        const keep = await backend.open();
        onTestFinished(() => keep.discard());
        const file = join(await newFolder(), "batches");
        const moving = { ...keep.environment, MOVING_FILE: file };
        const embeddings = async (command: string) => {
          const outcome = await run(["embeddings", command, "notes", "--config", searchedDeployment, "--json"], moving);
          expect(outcome.code, outcome.complaint).toBe(0);
          return JSON.parse(outcome.output);
        };
        const first = await startServer("start", searchedDeployment, keep.environment);
        for (let note = 0; note < notes; note++) await createNote(first.url, note);
        first.kill("SIGTERM");
        await first.ended;

        const begun = launch(["embeddings", "rebuild", "notes", "--config", searchedDeployment], moving);
        await eventually(async () => (await batches(file)).length > 1, 60);
        begun.kill("SIGKILL");
        await begun.ended;
        const [killed]: readonly State[] = await embeddings("status");
        const doneBefore = (await batches(file)).length;
        const rebuilt = await embeddings("rebuild");
        const doneAfter = (await batches(file)).length - doneBefore;
        const rolledBack = await embeddings("rollback");

        expect(killed).toMatchObject({ declared: "second", searched: "first" });
        expect(killed?.building).toMatchObject({ model: "second", total: chunks });
        expect(killed?.building?.made).toBeGreaterThan(0);
        expect(killed?.building?.made).toBeLessThan(chunks);
        expect(rebuilt).toEqual([{ context: "notes", model: "second", outcome: "finished" }]);
        expect(doneAfter).toBe(Math.ceil((chunks - (killed?.building?.made ?? 0)) / chunksOfBatch));
        expect(rolledBack).toEqual([{ context: "notes", model: "first", outcome: "finished" }]);
      },
    );
  }
});

async function createNote(url: string, note: number): Promise<void> {
  const lines = Array.from({ length: linesOfNote }, (_, line) => `note ${note} line ${line}`);
  await dataOf(
    url,
    `mutation ($body: String!) { notesCreateOne(input: { title: "Note", body: $body }) { item { id } } }`,
    { body: lines.join("\n") },
  );
}

/** A line for every batch that the second model has embedded. */
async function batches(file: string): Promise<readonly string[]> {
  return (await readFile(file, "utf8")).trim().split("\n");
}
