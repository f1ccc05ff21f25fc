import { tokenFor } from "../support/callers.ts";
import { eventually } from "./eventually.ts";
import { sessionSecret } from "./platform-process.ts";
import type { RetryingClient } from "./retrying-client.ts";

type Input = Readonly<Record<string, unknown>>;

interface Outcome {
  readonly found: readonly string[];
  readonly workflow: { readonly status: string; readonly outputs: readonly string[] };
  readonly evaluation: { readonly status: string; readonly total: number; readonly passed: number };
  /** The titles that the owner of a private note and another user see, and how much they find. */
  readonly rights: {
    readonly owner: readonly string[];
    readonly other: readonly string[];
    readonly found: { readonly owner: number; readonly other: number };
  };
}

/** What the scenario comes to, in whichever stage. */
export const expectedOutcome: Outcome = {
  found: ["Bees", "Bumblebees"],
  workflow: { status: "done", outputs: ["honey", "honey again"] },
  evaluation: { status: "done", total: 4, passed: 3 },
  rights: { owner: ["Diary"], other: [], found: { owner: 1, other: 0 } },
};

/** Creates, indexes, searches, runs a workflow and an evaluation, and has two users see what they may. */
export async function playThrough(client: RetryingClient): Promise<Outcome> {
  for (const title of ["Bees", "Bumblebees"]) await writeNote(client, { title, body: "honey", external_id: title });
  await writeNote(client, { title: "Stones", body: "granite", external_id: "Stones" });
  await eventually(async () => (await search(client, "honey")).length === 2, 60);
  const agent = await create(client, "agents", { name: "Echo", backend: "echo" });
  const workflow = await createWorkflow(client, agent);
  const run = await startWorkflow(client, workflow, "honey");
  const evaluation = await startEvaluation(client, { agent, cases: 4, wrong: 1 });
  const rights = await tryRights(client);
  await eventually(async () => (await workflowRun(client, run)).status === "done", 60);
  await eventually(async () => (await evaluationRun(client, evaluation)).status === "done", 60);
  return {
    found: (await search(client, "honey")).toSorted(),
    workflow: await workflowRun(client, run),
    evaluation: await evaluationRun(client, evaluation),
    rights,
  };
}

export async function writeNote(client: RetryingClient, input: Input): Promise<string> {
  const { made } = await client.data<{ made: { item: { id: string } } }>(
    "mutation ($input: notesInput!) { made: notesCreateOne(upsert: true, input: $input) { item { id } } }",
    { input },
  );
  return made.item.id;
}

export async function createWorkflow(client: RetryingClient, agent: string): Promise<string> {
  const steps_json = [
    { name: "first", prompt: "{word}" },
    { name: "second", prompt: "{first} again" },
  ];
  return create(client, "workflow_templates", { name: "Echo twice", agent, steps_json });
}

/** Gives back the id of the run. */
export async function startWorkflow(client: RetryingClient, id: string, word: string): Promise<string> {
  const { runWorkflow } = await client.data<{ runWorkflow: { metadata: { run: string } } }>(
    "mutation ($id: ID!, $variables: JSON) { runWorkflow(id: $id, variables: $variables) { metadata } }",
    { id, variables: { word } },
  );
  return runWorkflow.metadata.run;
}

export async function workflowRun(client: RetryingClient, id: string) {
  const { run } = await client.data<{ run: { status: string; steps: readonly { output: string }[] } }>(
    "query ($id: ID!) { run: workflowRunById(id: $id) { status steps { output } } }",
    { id },
  );
  return { status: run.status, outputs: run.steps.map(({ output }) => output) };
}

/** So many cases, of which some expect something else than what is said. Gives back the id of the run. */
export async function startEvaluation(
  client: RetryingClient,
  { agent, cases, wrong }: { readonly agent: string; readonly cases: number; readonly wrong: number },
): Promise<string> {
  const set = await create(client, "eval_sets", { name: "Words" });
  for (let number = 0; number < cases; number++) {
    const inputs = `Word ${number}`;
    const expected_output = number < wrong ? "something else" : inputs;
    await create(client, "test_cases", { name: inputs, inputs, expected_output, eval_set_id: set });
  }
  const eval_functions = [{ id: "exact_match" }];
  const run = await create(client, "eval_runs", { name: "A run", agent_id: agent, eval_set_id: set, eval_functions });
  await client.data("mutation ($id: ID!) { runEval(id: $id) { jobs } }", { id: run });
  return run;
}

export async function evaluationRun(client: RetryingClient, id: string) {
  const { run } = await client.data<{ run: { status: string; results: { total: number; passed: number } | null } }>(
    "query ($id: ID!) { run: eval_runById(id: $id) { status results } }",
    { id },
  );
  return { status: run.status, total: run.results?.total ?? 0, passed: run.results?.passed ?? 0 };
}

async function tryRights(client: RetryingClient) {
  const role = await create(client, "roles", { name: "staff", contexts: "WRITE" });
  for (const email of ["ann@example.com", "bob@example.com"]) await create(client, "users", { email, role });
  const as = async (email: string) => ({ authorization: `Bearer ${await tokenFor({ email }, sessionSecret)}` });
  const [owner, other] = [await as("ann@example.com"), await as("bob@example.com")];
  const { made } = await client.data<{ made: { item: { id: string } } }>(
    `mutation { made: notesCreateOne(input: { title: "Diary", body: "privacy" }) { item { id } } }`,
    {},
    owner,
  );
  const titleFor = async (headers: Readonly<Record<string, string>>) => {
    const { seen } = await client.data<{ seen: { items: readonly { title: string }[] } }>(
      "query ($id: ID!) { seen: notesPagination(filters: [{ id: { eq: $id } }]) { items { title } } }",
      { id: made.item.id },
      headers,
    );
    return seen.items.map(({ title }) => title);
  };
  await eventually(async () => (await search(client, "privacy", owner)).length === 1, 60);
  const found = {
    owner: (await search(client, "privacy", owner)).length,
    other: (await search(client, "privacy", other)).length,
  };
  return { owner: await titleFor(owner), other: await titleFor(other), found };
}

/** The titles of what is found by its words. */
async function search(client: RetryingClient, query: string, headers?: Readonly<Record<string, string>>) {
  const { found } = await client.data<{ found: { chunks: readonly { item_name: string }[] } }>(
    "query ($query: String!) { found: notesVectorSearch(query: $query, method: tsvector) { chunks { item_name } } }",
    { query },
    headers,
  );
  return found.chunks.map(({ item_name }) => item_name);
}

export async function create(client: RetryingClient, type: string, input: Input): Promise<string> {
  const { made } = await client.data<{ made: { item: { id: string } } }>(
    `mutation ($input: ${type}Input!) { made: ${type}CreateOne(input: $input) { item { id } } }`,
    { input },
  );
  return made.item.id;
}
