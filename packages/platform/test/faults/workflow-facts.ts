import { readFile } from "node:fs/promises";
import { dataOf } from "./ask.ts";

/** What the deployment's tool wrote down. */
export interface Note {
  readonly run: string;
  readonly step: number;
  readonly previous: string;
  readonly mark: string;
  readonly what: "begin" | "end";
}

export interface WorkflowRun {
  readonly status: string;
  readonly result: unknown;
  readonly error: string | null;
  readonly steps: readonly {
    readonly index: number;
    readonly status: string;
    readonly output: unknown;
    readonly attempts: number;
  }[];
}

export async function createAgent(url: string): Promise<string> {
  const { agentsCreateOne } = await dataOf<{ agentsCreateOne: { item: { id: string } } }>(
    url,
    `mutation { agentsCreateOne(input: { name: "Scribe", backend: "local", tools: [{ id: "note_down" }] }) { item { id } } }`,
  );
  return agentsCreateOne.item.id;
}

export async function createWorkflow(url: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const { created } = await dataOf<{ created: { item: { id: string } } }>(
    url,
    `mutation ($input: workflow_templatesInput!) {
      created: workflow_templatesCreateOne(input: $input) { item { id } }
    }`,
    { input: { name: "Chain", ...input } },
  );
  return created.item.id;
}

/** Starts a run in the background; gives its id. */
export async function startRun(url: string, id: string, variables: Readonly<Record<string, unknown>>): Promise<string> {
  const { runWorkflow } = await dataOf<{ runWorkflow: { job: string; metadata: { run: string } } }>(
    url,
    "mutation ($id: ID!, $variables: JSON) { runWorkflow(id: $id, variables: $variables) { job metadata } }",
    { id, variables },
  );
  return runWorkflow.metadata.run;
}

export async function findRun(url: string, id: string): Promise<WorkflowRun> {
  const { run } = await dataOf<{ run: WorkflowRun }>(
    url,
    "query ($id: ID!) { run: workflowRunById(id: $id) { status result error steps { index status output attempts } } }",
    { id },
  );
  return run;
}

/** The notes of one run, in order. */
export async function notesOf(file: string, run: string): Promise<readonly Note[]> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n");
  const notes = lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as Note];
    } catch {
      // Nothing, or half of a line: its process was killed.
      return [];
    }
  });
  return notes.filter((note) => note.run === run);
}
