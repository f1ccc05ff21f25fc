import { expectTypeOf } from "vitest";
import type { Item, ItemFilter, ItemInput, Json } from "../../src/index.ts";
import type { notes, tickets } from "./contexts.ts";

type Grants = readonly { readonly id: string; readonly rights: "read" | "write" }[];
type Mode = "private" | "users" | "roles" | "public";

expectTypeOf<Item<typeof tickets>>().toEqualTypeOf<{
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly title: string;
  readonly body: string | null;
  readonly status: "open" | "in-progress";
  readonly kind: "bug" | "wish" | null;
  readonly priority: number;
  readonly urgent: boolean | null;
  readonly due: string | null;
  readonly meta: Json;
  readonly scan: string | null;
  readonly word_count: number | null;
  readonly RBAC: { readonly type: Mode; readonly users: Grants; readonly roles: Grants };
}>();

expectTypeOf<Item<typeof notes>>().toEqualTypeOf<{
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly text: string;
}>();

type Ticket = ItemInput<typeof tickets>;
export const least: Ticket = { title: "T", status: "open" };
export const most: Ticket = {
  title: "T",
  body: null,
  status: "in-progress",
  kind: null,
  priority: 1,
  urgent: false,
  due: new Date(),
  meta: { any: ["thing", 1, null] },
  scan: "scan.pdf",
  RBAC: { type: "users", users: [{ id: "019f0000-0000-7000-8000-000000000000", rights: "read" }], roles: null },
};

// @ts-expect-error a required field must be given
export const untitled: Ticket = { status: "open" };
// @ts-expect-error a required field can't be empty
export const empty: Ticket = { title: null, status: "open" };
// @ts-expect-error a required field with a default may be left out, but not be empty
export const noPriority: Ticket = { ...least, priority: null };
// @ts-expect-error the enum has no such value
export const unknownValue: Ticket = { ...least, status: "closed" };
// @ts-expect-error enum values are given as they were declared
export const apiName: Ticket = { ...least, status: "IN_PROGRESS" };
// @ts-expect-error a number is not a text
export const textual: Ticket = { ...least, priority: "1" };
// @ts-expect-error a calculated field can't be set
export const calculated: Ticket = { ...least, word_count: 1 };
// @ts-expect-error the id can't be chosen
export const chosenId: Ticket = { ...least, id: "x" };
// @ts-expect-error there is no such field
export const misspelt: Ticket = { ...least, titel: "T" };
// @ts-expect-error JSON has no functions
export const functional: Ticket = { ...least, meta: { run: () => 1 } };
// @ts-expect-error a right is read or write
export const tooMuch: Ticket = { ...least, RBAC: { users: [{ id: "x", rights: "admin" }] } };
// @ts-expect-error a context without rights takes none
export const noRights: ItemInput<typeof notes> = { text: "N", RBAC: {} };

type Filter = ItemFilter<typeof tickets>;
export const filters: readonly Filter[] = [
  {},
  { id: { eq: "x", ne: null, in: ["x"] }, createdAt: { gte: "2026-01-01" }, updatedAt: { lte: new Date() } },
  { title: { contains: "a", or: [{ eq: "b" }, { and: [{ ne: null }] }] }, scan: { contains: ".pdf" } },
  { status: { in: ["open", null] }, urgent: { eq: true }, priority: { gte: 1, lte: 2 }, word_count: { eq: null } },
  { meta: { contains: { a: 1 }, in: [null, 1] }, due: { and: [{ gte: "2026-01-01" }] } },
  { and: [{ or: [{ title: { eq: "a" } }] }] },
];

// @ts-expect-error there is no such field
export const unknownField: Filter = { titel: { eq: "a" } };
// @ts-expect-error a condition is an object of operators
export const bare: Filter = { title: "a" };
// @ts-expect-error texts are not ordered by filters
export const ordered: Filter = { title: { gte: "a" } };
// @ts-expect-error a date has no eq
export const exactDate: Filter = { due: { eq: "2026-01-01" } };
// @ts-expect-error the enum has no such value
export const unknownState: Filter = { status: { eq: "closed" } };
// @ts-expect-error JSON operators can't be combined
export const combinedJson: Filter = { meta: { or: [] } };
// @ts-expect-error a number contains nothing
export const contained: Filter = { priority: { contains: "1" } };
// @ts-expect-error rights can't be filtered by
export const byRights: Filter = { RBAC: { type: "public" } };
