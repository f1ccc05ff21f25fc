import type { Page } from "playwright-core";
import type { RunningPlatform } from "./start-platform.ts";

export interface KnownPage {
  readonly name: string;
  readonly path: string;
  /** The heading that shows that it is there. */
  readonly heading: RegExp;
}

/** Every page of the frontend, with something on it. */
export async function everyPage(platform: RunningPlatform): Promise<readonly KnownPage[]> {
  const ids = await fill(platform);
  return [
    { name: "home", path: "/", heading: /Welcome/ },
    { name: "contexts", path: "/contexts", heading: /Contexts/ },
    { name: "schema", path: "/contexts/tickets/schema", heading: /Fields of Support tickets/ },
    { name: "items", path: "/contexts/tickets", heading: /Support tickets/ },
    {
      name: "items-filtered",
      path: `/contexts/tickets?where=${encodeURIComponent('[{"field":"status","operator":"in","value":["OPEN","IN_PROGRESS"]}]')}&sort=-priority`,
      heading: /Support tickets/,
    },
    { name: "items-none", path: "/contexts/tickets?q=nothing-has-this-in-it", heading: /Support tickets/ },
    { name: "new-item", path: "/contexts/tickets/new", heading: /New item/ },
    { name: "item", path: `/contexts/tickets/items/${ids.ticket}`, heading: /./ },
    { name: "item-json", path: `/contexts/tickets/items/${ids.ticket}?tab=json`, heading: /./ },
    { name: "item-rights", path: `/contexts/tickets/items/${ids.ticket}?tab=rights`, heading: /./ },
    { name: "item-history", path: `/contexts/tickets/items/${ids.ticket}?tab=history`, heading: /./ },
    { name: "item-chunks", path: `/contexts/manuals/items/${ids.manual}?tab=chunks`, heading: /Hub H2/ },
    { name: "search", path: "/search?q=reset+the+hub&before=1", heading: /Search/ },
    { name: "search-empty", path: "/search", heading: /Search/ },
    { name: "agents", path: "/agents", heading: /Agents/ },
    { name: "agent", path: `/agents/${ids.agent}`, heading: /Help articles/ },
    { name: "new-agent", path: "/agents/new", heading: /New agent/ },
    { name: "chat", path: `/agents/${ids.agent}/chat?session=${ids.session}`, heading: /Help articles/ },
    { name: "chat-new", path: `/agents/${ids.agent}/chat`, heading: /Help articles/ },
    { name: "evaluations", path: "/evaluations", heading: /Evaluations/ },
    { name: "eval-sets", path: "/evaluations?tab=sets", heading: /Evaluations/ },
    { name: "eval-cases", path: "/evaluations?tab=cases", heading: /Evaluations/ },
    { name: "eval-set", path: `/evaluations/sets/${ids.set}`, heading: /Help articles/ },
    { name: "new-case", path: `/evaluations/cases/new?set=${ids.set}`, heading: /New case/ },
    { name: "test-case", path: `/evaluations/cases/${ids.testCase}`, heading: /Returns/ },
    { name: "new-run", path: "/evaluations/runs/new", heading: /New run/ },
    { name: "eval-run", path: `/evaluations/runs/${ids.evalRun}`, heading: /Help articles/ },
    { name: "eval-result", path: `/evaluations/runs/${ids.evalRun}?case=${ids.testCase}`, heading: /Help articles/ },
    { name: "eval-run-settings", path: `/evaluations/runs/${ids.evalRun}?tab=settings`, heading: /Help articles/ },
    {
      name: "compare-runs",
      path: `/evaluations/compare?a=${ids.evalRun}&b=${ids.otherRun}`,
      heading: /Compare two runs/,
    },
    { name: "queues", path: "/queues", heading: /Queues and jobs/ },
    { name: "queue", path: "/queues/slow-imports", heading: /slow-imports/ },
    { name: "queue-none", path: "/queues/desk?state=active", heading: /desk/ },
    { name: "job", path: `/queues/slow-imports/jobs/${ids.failedJob}`, heading: /manuals\.printer/ },
    { name: "sources", path: "/sources", heading: /Sources and processors/ },
    { name: "tools", path: "/tools", heading: /Tools/ },
    { name: "tool", path: `/tools/plan_visit?agent=${ids.planner}`, heading: /Plan a visit/ },
    { name: "tool-without-agent", path: "/tools/wait_long", heading: /wait_long/ },
    { name: "workflows", path: "/workflows", heading: /Workflows/ },
    { name: "workflow", path: `/workflows/${ids.workflow}`, heading: /Prepare a visit/ },
    { name: "new-workflow", path: "/workflows/new", heading: /New workflow/ },
    { name: "workflow-runs", path: `/workflows/${ids.workflow}/runs`, heading: /Prepare a visit/ },
    { name: "workflow-run", path: `/workflows/${ids.workflow}/runs/${ids.run}`, heading: /Run of/ },
    { name: "workflow-run-failed", path: `/workflows/${ids.workflow}/runs/${ids.failedRun}`, heading: /Run of/ },
    { name: "prompts", path: "/prompts", heading: /Prompts/ },
    { name: "prompt", path: `/prompts/${ids.prompt}`, heading: /Polite refusal/ },
    { name: "projects", path: "/projects", heading: /Projects/ },
    { name: "project", path: `/projects/${ids.project}`, heading: /Winter campaign/ },
    { name: "users", path: "/users", heading: /Users/ },
    { name: "user", path: `/users?open=${ids.user}`, heading: /Users/ },
    { name: "roles", path: "/roles", heading: /Roles/ },
    { name: "api-keys", path: "/api-keys", heading: /API keys/ },
    { name: "new-api-key", path: "/api-keys?open=new", heading: /API keys/ },
    { name: "variables", path: "/variables", heading: /Variables/ },
    { name: "new-variable", path: "/variables?open=new", heading: /Variables/ },
    { name: "audit-log", path: "/audit-log", heading: /Audit log/ },
    { name: "profile", path: "/profile", heading: /./ },
    { name: "explorer", path: "/explorer", heading: /Explorer/ },
    { name: "unknown", path: "/nowhere", heading: /Page not found/ },
  ];
}

/** Goes there, and waits until nothing on it is on its way any more. */
export async function visit(page: Page, url: string, { path, heading }: KnownPage): Promise<void> {
  await page.goto(`${url}${path}`);
  // Behind a dialog, a heading has no role.
  await page.locator("h1", { hasText: heading }).waitFor({ state: "attached" });
  await page.waitForFunction(() => document.querySelector('[aria-label="Loading"], [aria-busy="true"]') === null);
  if (path === "/explorer") await page.locator(".view-line").first().waitFor();
  await page.waitForTimeout(200);
}

interface Made {
  readonly item: { readonly id: string };
}

/** Something of every kind that the help desk's first data lacks. */
async function fill(platform: RunningPlatform) {
  const { ask } = platform;
  const { support, editors } = await ask<{ support: Made; editors: Made }>(`mutation {
    support: rolesCreateOne(input: { name: "Support", contexts: WRITE, agents: READ }) { item { id } }
    editors: rolesCreateOne(input: { name: "Editors", contexts: WRITE, agents: WRITE, users: READ }) { item { id } }
  }`);
  const { ben, cleo } = await ask<{ ben: Made; cleo: Made }>(
    `mutation ($support: String, $editors: String) {
      ben: usersCreateOne(input: { email: "ben@example.com", name: "Ben Okafor", role: $support }) { item { id } }
      cleo: usersCreateOne(input: { email: "cleo@example.com", name: "Cleo Marsh", role: $editors, status: SUSPENDED }) { item { id } }
    }`,
    { support: support.item.id, editors: editors.item.id },
  );
  const { prompt, project } = await ask<{ prompt: Made; project: Made }>(`mutation {
    prompt: prompt_libraryCreateOne(input: {
      name: "Polite refusal", category: "Answers", tags: ["tone", "billing"],
      content: "Say no to the customer's wish below, kindly and in three sentences.\\n\\n{wish}",
      description: "When a customer asks for what we can't do.", RBAC: { type: "public" }
    }) { item { id } }
    other: prompt_libraryCreateOne(input: { name: "Summary of a ticket", category: "Summaries", content: "Sum up: {ticket}" }) { item { id } }
    project: projectsCreateOne(input: {
      name: "Winter campaign", description: "Questions about the tariffs of the cold season.",
      custom_instructions: "Quote the article on tariffs.", items: [{ context: "documentation" }], RBAC: { type: "public" }
    }) { item { id } }
    key: apiKeysGenerate(name: "Nightly import", user: "${cleo.item.id}", scopes: { contexts: "write", agents: "read" }) { key }
    other_key: apiKeysGenerate(name: "Dashboard", user: "${ben.item.id}", scopes: { contexts: "read" }, expiresAt: "2099-01-01T00:00:00Z") { key }
    one: variablesCreateOne(input: { name: "billing_api_key", value: "secret", description: "For the invoice tool." }) { item { id } }
    two: variablesCreateOne(input: { name: "help_centre_url", value: "https://help.example.com", encrypted: false }) { item { id } }
  }`);
  const { ticketsPagination } = await ask<{ ticketsPagination: { items: readonly { id: string }[] } }>(
    `{ ticketsPagination(limit: 1, filters: [{ body: { ne: null }, tags: { ne: null } }]) { items { id } } }`,
  );
  const ticket = ticketsPagination.items[0]?.id ?? "";
  const { ticketsById } = await ask<{ ticketsById: { title: string; status: string } }>(
    `query ($ticket: ID!) { ticketsById(id: $ticket) { title status } }`,
    { ticket },
  );
  await ask(
    `mutation ($ticket: ID!, $input: ticketsInput!) { ticketsUpdateOneById(id: $ticket, input: $input) { item { id } } }`,
    {
      ticket,
      input: {
        ...ticketsById,
        RBAC: {
          users: [{ id: ben.item.id, rights: "write" }],
          roles: [{ id: editors.item.id, rights: "read" }],
        },
      },
    },
  );
  return {
    ...(await bringManuals(platform)),
    ...(await askAgent(platform)),
    ...(await evaluate(platform)),
    ticket,
    prompt: prompt.item.id,
    project: project.item.id,
    user: ben.item.id,
    ...(await runWorkflows(platform)),
  };
}

/** A conversation with the agent that works offline. */
async function askAgent({ ask }: RunningPlatform): Promise<{ readonly agent: string; readonly session: string }> {
  const { agentsPagination } = await ask<{ agentsPagination: { items: readonly { id: string }[] } }>(
    `{ agentsPagination(filters: [{ backend: { eq: "retrieval" } }]) { items { id } } }`,
  );
  const agent = agentsPagination.items[0]?.id ?? "";
  const { runAgent } = await ask<{ runAgent: { session: string } }>(
    `mutation ($agent: ID!) { runAgent(agent: $agent, prompt: "How long is the warranty?") { session } }`,
    { agent },
  );
  return { agent, session: runAgent.session };
}

/** An agent with a tool of many inputs, a workflow that uses it, a run that went well and one that did not. */
async function runWorkflows({ ask }: RunningPlatform) {
  const { planner } = await ask<{ planner: Made }>(`mutation {
    planner: agentsCreateOne(input: { name: "Planner", backend: "retrieval", tools: [{ id: "plan_visit" }, { id: "search_documentation" }] }) { item { id } }
  }`);
  const agent = planner.item.id;
  const { workflow } = await ask<{ workflow: Made }>(
    `mutation ($input: workflow_templatesInput!) { workflow: workflow_templatesCreateOne(input: $input) { item { id } } }`,
    { input: { ...prepareVisit, agent } },
  );
  const { id } = workflow.item;
  const { good } = await ask<{ good: { metadata: { run: string } } }>(
    `mutation ($id: ID!) { good: runWorkflow(id: $id, variables: { reason: "The hub is dark", hours: 2 }) { metadata } }`,
    { id },
  );
  await ask(
    `mutation ($id: ID!) { runWorkflow(id: $id, variables: { reason: "A new meter", hours: 12 }) { metadata } }`,
    { id },
  ).catch(() => undefined);
  const { workflowRuns } = await ask<{ workflowRuns: { items: readonly [{ id: string }] } }>(
    `query ($id: ID!) { workflowRuns(workflow: $id, limit: 1) { items { id } } }`,
    { id },
  );
  return { planner: agent, workflow: id, run: good.metadata.run, failedRun: workflowRuns.items[0].id };
}

const prepareVisit = {
  name: "Prepare a visit",
  description: "Looks for what may help, and plans the visit of an engineer.",
  steps_json: [
    { name: "articles", prompt: "{reason}" },
    {
      name: "visit",
      tool: "plan_visit",
      inputs: { reason: "{reason}", urgency: "normal", hours: "{hours}", address: { street: "Hill Road 5" } },
      when: "articles",
    },
    { prompt: "How to get to {visit.address.street}?", when: { not: { step: "articles" } } },
  ],
  RBAC: { type: "public" },
};

/** Manuals that are searchable, a run that brought them, and one that failed. */
async function bringManuals({
  ask,
}: RunningPlatform): Promise<{ readonly manual: string; readonly failedJob: string }> {
  const { failing } = await ask<{ failing: { jobs: readonly string[] } }>(`mutation {
    run: manualsExecuteSource(source: "printer", inputs: {}) { jobs }
    failing: manualsExecuteSource(source: "printer", inputs: { failure: "The folder can't be read." }) { jobs }
  }`);
  const found = `{
    manualsVectorSearch(query: "reset", method: tsvector) { chunks { item_id } }
    jobs(queue: slow_imports, statusses: [failed]) { items { id } }
  }`;
  for (;;) {
    const { manualsVectorSearch, jobs } = await ask<{
      manualsVectorSearch: { chunks: readonly { item_id: string }[] };
      jobs: { items: readonly unknown[] };
    }>(found);
    const [chunk] = manualsVectorSearch.chunks;
    if (chunk && jobs.items.length > 0) return { manual: chunk.item_id, failedJob: failing.jobs[0] ?? "" };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Evaluated {
  readonly set: string;
  readonly testCase: string;
  readonly evalRun: string;
  readonly otherRun: string;
}

type Found<Item> = { readonly items: readonly (Item & { readonly id: string })[] };

/** The help desk's own run, and one that is stricter. */
async function evaluate({ ask }: RunningPlatform): Promise<Evaluated> {
  const known = await ask<{ sets: Found<object>; cases: Found<object>; runs: Found<{ agent_id: string }> }>(`{
    sets: eval_setsPagination { items { id } }
    cases: test_casesPagination(filters: [{ name: { eq: "Returns" } }]) { items { id } }
    runs: eval_runsPagination { items { id agent_id } }
  }`);
  const run = known.runs.items[0];
  const set = known.sets.items[0]?.id ?? "";
  const { other } = await ask<{ other: Made }>(
    `mutation ($agent: String!, $set: String) {
      other: eval_runsCreateOne(input: {
        name: "Word for word", agent_id: $agent, eval_set_id: $set, RBAC: { type: "public" },
        eval_functions: [{ id: "exact_match" }, { id: "tool_use" }]
      }) { item { id } }
    }`,
    { agent: run?.agent_id, set },
  );
  const ids = [run?.id ?? "", other.item.id];
  for (const id of ids) await ask(`mutation ($id: ID!) { runEval(id: $id) { count } }`, { id });
  for (;;) {
    const { runs } = await ask<{ runs: readonly { status: string }[] }>(
      `query ($ids: [ID!]!) { runs: eval_runByIds(ids: $ids) { status } }`,
      { ids },
    );
    if (runs.every(({ status }) => status === "done" || status === "failed")) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { set, testCase: known.cases.items[0]?.id ?? "", evalRun: run?.id ?? "", otherRun: other.item.id };
}
