import { readFile } from "node:fs/promises";
import { type ItemInput, type PlatformApp, readFolder } from "@platform/server";
import type { customers } from "../contexts/customers.ts";
import type { documentation } from "../contexts/documentation.ts";
import type { manuals } from "../contexts/manuals.ts";
import type { tickets } from "../contexts/tickets.ts";
import { type ArticleHead, articleIn, articlesFolder } from "../sources/help-articles.ts";
import { agents } from "./agents.ts";
import { evalRun, evalSet, testCases } from "./evaluations.ts";
import { clerkAgent, prepareTicket } from "./workflows.ts";

type HelpDesk = PlatformApp<readonly [typeof customers, typeof tickets, typeof documentation, typeof manuals]>;

/** Fills an empty help desk: customers, their tickets in the order they came in, help articles, agents with their exam, a workflow. */
export async function seed(app: HelpDesk): Promise<void> {
  for (const customer of await readRows<ItemInput<typeof customers>>("customers.json")) {
    await app.context("customers").create(customer);
  }
  for (const ticket of await readRows<ItemInput<typeof tickets>>("tickets.json")) {
    await app.context("tickets").create(ticket);
  }
  for await (const file of readFolder<ArticleHead>({ folder: articlesFolder })) {
    await app.context("documentation").create(articleIn(file));
  }
  for (const agent of agents) await app.core("agents").create(agent);
  const { id } = await app.core("agents").create(clerkAgent);
  await app.core("workflow_templates").create({ ...prepareTicket, agent: id });
  await seedEvaluations(app);
}

/** The first agent, the one that works offline, is examined. */
async function seedEvaluations(app: HelpDesk): Promise<void> {
  const set = await app.core("eval_sets").create(evalSet);
  for (const testCase of testCases) await app.core("test_cases").create({ ...testCase, eval_set_id: set.id });
  const agent = await app.core("agents").findOne({ filters: [{ backend: { eq: "retrieval" } }] });
  await app.core("eval_runs").create({ ...evalRun, agent_id: agent?.id, eval_set_id: set.id });
}

/** The platform checks each row against its context when it is created. */
async function readRows<Row>(name: string): Promise<readonly Row[]> {
  return JSON.parse(await readText(name));
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}
