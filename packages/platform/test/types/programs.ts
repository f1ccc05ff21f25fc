import { expectTypeOf } from "vitest";
import { type Item, PlatformApp, type SearchChunk } from "../../src/index.ts";
import { app, type notes, tickets } from "./contexts.ts";

/** What a deployment's own code may and may not write. Nothing of this runs. */
export async function program(id: string): Promise<void> {
  const created = await app.context("tickets").create({ title: "T", status: "open" });
  expectTypeOf(created).toEqualTypeOf<Item<typeof tickets>>();
  expectTypeOf(created.status).toEqualTypeOf<"open" | "in-progress">();

  const listed = await app.context("notes").list({ filters: [{ text: { contains: "a" } }], sort: { field: "text" } });
  expectTypeOf(listed).toEqualTypeOf<readonly Item<typeof notes>[]>();

  expectTypeOf(await app.context("tickets").find(id)).toEqualTypeOf<Item<typeof tickets> | undefined>();
  expectTypeOf(await app.context("tickets").count()).toEqualTypeOf<number>();

  await app.context("tickets").update(id, { body: null });
  await app.context("tickets").update(id, {});
  await app.context("tickets").upsert({ title: "T", status: "in-progress", RBAC: { type: "public" } });
  await app.context("tickets").list({ sort: { field: "createdAt", direction: "DESC" }, limit: 5, page: 2 });
  await app.context("tickets").findOne({ filters: [{ or: [{ status: { eq: "open" } }] }] });

  const found = await app.context("articles").search({ query: "a", itemFilters: [{ shelf: { eq: "top" } }], limit: 5 });
  expectTypeOf(found).toEqualTypeOf<readonly SearchChunk[]>();
  expectTypeOf(
    await app.context("articles").generateChunks({ where: [{ title: { eq: "a" } }] }),
  ).toEqualTypeOf<number>();
  expectTypeOf(await app.context("articles").deleteChunks()).toEqualTypeOf<number>();

  // @ts-expect-error a context without an embedder can't be searched
  await app.context("notes").search({ query: "a" });
  // @ts-expect-error a search needs a query
  await app.context("articles").search({ method: "tsvector" });
  // @ts-expect-error there is no such method
  await app.context("articles").search({ query: "a", method: "fulltext" });
  // @ts-expect-error the enum has no such value
  await app.context("articles").search({ query: "a", itemFilters: [{ shelf: { eq: "middle" } }] });
  // @ts-expect-error there is no such context
  app.context("tikets");
  // @ts-expect-error a required field must be given
  await app.context("tickets").create({ title: "T" });
  // @ts-expect-error there is no such field
  await app.context("notes").create({ text: "N", title: "T" });
  // @ts-expect-error a required field can't be emptied
  await app.context("tickets").update(id, { title: null });
  // @ts-expect-error a calculated field can't be set
  await app.context("tickets").update(id, { word_count: 1 });
  // @ts-expect-error an update names the item
  await app.context("tickets").update({ title: "T" });
  // @ts-expect-error items can't be sorted by JSON
  await app.context("tickets").list({ sort: { field: "meta" } });
  // @ts-expect-error there is no such direction
  await app.context("tickets").list({ sort: { field: "title", direction: "desc" } });
  // @ts-expect-error the enum has no such value
  await app.context("tickets").list({ filters: [{ status: { eq: "closed" } }] });
  // @ts-expect-error filters of one context are not those of another
  await app.context("notes").list({ filters: [{ title: { eq: "T" } }] });
  // @ts-expect-error an item may be missing
  (await app.context("tickets").find(id)).title;
  // @ts-expect-error what is read can't be assigned to
  created.title = "other";
}

export const seeded = new PlatformApp({
  contexts: [tickets],
  async seed(self) {
    await self.context("tickets").create({ title: "First", status: "open" });
    // @ts-expect-error the app that is seeded has no such context
    self.context("notes");
  },
});
