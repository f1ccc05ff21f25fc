import { readFile } from "node:fs/promises";

/** Fills an empty help desk: customers, their tickets in the order they came in, and the help articles. */
export async function seed(app: SeedTarget): Promise<void> {
  for (const customer of await readRows("customers.json")) {
    await app.context("customers").create(customer);
  }
  for (const ticket of await readRows("tickets.json")) {
    await app.context("tickets").create(ticket);
  }
  for (const article of await readRows("documentation.json")) {
    const body = await readText(`documentation/${article.slug}.md`);
    await app.context("documentation").create({ ...article, body });
  }
}

interface SeedTarget {
  context(id: string): { create(input: Row): Promise<unknown> };
}

type Row = Record<string, unknown>;

async function readRows(name: string): Promise<readonly Row[]> {
  const rows: unknown = JSON.parse(await readText(name));
  if (!Array.isArray(rows)) throw new Error(`${name} must hold a list of rows`);
  return rows;
}

function readText(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), "utf8");
}
