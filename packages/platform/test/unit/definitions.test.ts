import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { checkDefinitions } from "../../src/definitions/check-definitions.ts";
import { type ContextOptions, PlatformContext } from "../../src/definitions/context.ts";
import { coreTypes } from "../../src/definitions/core/core-types.ts";
import type { FieldDefinition } from "../../src/definitions/field-definition.ts";
import { StartRefusedError } from "../../src/foundation/errors.ts";

const title: FieldDefinition = { name: "title", type: "text" };

describe("Threat 18: faults of one field", () => {
  const common = "name, type, required, description, calculated, renamedFrom";
  const types = "string, text, longtext, number, boolean, date, json, enum, file";
  const charset = "may hold only letters, digits and underscores";
  const cases: readonly { readonly fields: unknown; readonly faults: readonly string[] }[] = [
    { fields: [field({ name: "" })], faults: [`field number 1: the name must be a text that is not empty`] },
    { fields: [field({ name: 5 })], faults: [`field number 1: the name must be a text that is not empty`] },
    { fields: [field({ name: "1st" })], faults: [`field "1st": the name must start with a letter or an underscore`] },
    { fields: [field({ name: 'a"b' })], faults: [`field "a"b": the name ${charset}`] },
    {
      fields: [field({ name: "a'; drop table x; --" })],
      faults: [`field "a'; drop table x; --": the name ${charset}`],
    },
    { fields: [field({ name: "in-progress" })], faults: [`field "in-progress": the name ${charset}`] },
    { fields: [field({ name: "título" })], faults: [`field "título": the name ${charset}`] },
    {
      fields: [field({ name: "__x" })],
      faults: [`field "__x": the name must not start with two underscores (GraphQL reserves them)`],
    },
    {
      fields: [field({ name: "x".repeat(49) })],
      faults: [`field "${"x".repeat(49)}": the name must have at most 48 characters`],
    },
    ...[
      "id",
      "createdAt",
      "updatedAt",
      "RBAC",
      "chunks",
      "averageRelevance",
      "totalRelevance",
      "and",
      "or",
      "rbac_x",
    ].map((name) => ({ fields: [field({ name })], faults: [`field "${name}": the name is reserved by the platform`] })),
    { fields: [title, title], faults: [`field "title" is declared twice`] },
    { fields: [field({ type: "strng" })], faults: [`field "x": the type "strng" is unknown; known are ${types}`] },
    {
      fields: [field({ type: "constructor" })],
      faults: [`field "x": the type "constructor" is unknown; known are ${types}`],
    },
    { fields: [field({ type: "id" })], faults: [`field "x": the type "id" is unknown; known are ${types}`] },
    {
      fields: [field({ type: undefined })],
      faults: [`field "x": the type "undefined" is unknown; known are ${types}`],
    },
    {
      fields: [field({ requird: true })],
      faults: [`field "x": a text field has no option "requird"; it takes ${common}, unique, index, default`],
    },
    {
      fields: [field({ type: "json", unique: true })],
      faults: [`field "x": a json field has no option "unique"; it takes ${common}, default`],
    },
    {
      fields: [field({ type: "number", enumValues: ["a"] })],
      faults: [`field "x": a number field has no option "enumValues"; it takes ${common}, unique, index, default`],
    },
    { fields: [field({ type: "number", default: "5" })], faults: [`field "x": the default must be a finite number`] },
    { fields: [field({ type: "boolean", default: 1 })], faults: [`field "x": the default must be true or false`] },
    {
      fields: [field({ type: "date", default: "2026-02-30" })],
      faults: [`field "x": the default must be an ISO 8601 timestamp of an existing day, like 2026-11-15T09:30:00Z`],
    },
    { fields: [field({ default: "a\u0000" })], faults: [`field "x": the default must not hold a null character`] },
    {
      fields: [field({ type: "enum", enumValues: ["a", "b"], default: "c" })],
      faults: [`field "x": the default must be one of a, b`],
    },
    { fields: [field({ type: "enum" })], faults: [`field "x": enumValues must list at least one value`] },
    {
      fields: [field({ type: "enum", enumValues: [] })],
      faults: [`field "x": enumValues must list at least one value`],
    },
    {
      fields: [field({ type: "enum", enumValues: "a" })],
      faults: [`field "x": enumValues must list at least one value`],
    },
    {
      fields: [field({ type: "enum", enumValues: ["", 5] })],
      faults: [
        `field "x": the enum value "" must be a text that is not empty`,
        `field "x": the enum value 5 must be a text that is not empty`,
      ],
    },
    {
      fields: [field({ type: "enum", enumValues: ["in-progress", "in_progress", "In Progress"] })],
      faults: [
        `field "x": the enum values "in-progress" and "in_progress" both become IN_PROGRESS`,
        `field "x": the enum values "in_progress" and "In Progress" both become IN_PROGRESS`,
      ],
    },
    {
      fields: [field({ type: "enum", enumValues: ["é", "--x", "_"] })],
      faults: [
        `field "x": the enum value "é" can't be turned into an identifier (it becomes _)`,
        `field "x": the enum value "--x" can't be turned into an identifier (it becomes __X)`,
        `field "x": the enum value "_" can't be turned into an identifier (it becomes _)`,
      ],
    },
    {
      fields: [title, field({ renamedFrom: "title" })],
      faults: [`field "x": is renamed from "title", which is still declared`],
    },
    { fields: [field({ renamedFrom: "x" })], faults: [`field "x": is renamed from "x", which is still declared`] },
    { fields: [field({ renamedFrom: 'a"b' })], faults: [`field "x": renamedFrom ${charset}`] },
    { fields: [null], faults: ["field number 1: must be an object with a name and a type"] },
    { fields: "title", faults: ["fields must be a list of field definitions"] },
    { fields: [], faults: ["fields must list at least one field that can be set"] },
    { fields: [field({ calculated: true })], faults: ["fields must list at least one field that can be set"] },
  ];

  for (const { fields, faults } of cases) {
    test(`a start is refused: ${faults.join("; ").slice(0, 100)}`, () => {
      const found = faultsOf(context({ id: "notes", fields }));

      expect(found).toEqual(faults.map((fault) => `context "notes": ${fault}`));
    });
  }
});

describe("Threat 18: faults of one context", () => {
  const takes = "it takes id, name, description, rbac, fields, embedder, configuration, sources, processors";
  const cases: readonly { readonly options: object; readonly faults: readonly string[] }[] = [
    { options: { id: "" }, faults: ["the id must be a text that is not empty"] },
    { options: { id: undefined }, faults: ["the id must be a text that is not empty"] },
    { options: { id: "2fast" }, faults: ["the id must start with a letter or an underscore"] },
    { options: { id: 'a"b' }, faults: ["the id may hold only letters, digits and underscores"] },
    { options: { id: "a.b" }, faults: ["the id may hold only letters, digits and underscores"] },
    { options: { id: "__x" }, faults: ["the id must not start with two underscores (GraphQL reserves them)"] },
    { options: { id: "x".repeat(49) }, faults: ["the id must have at most 48 characters"] },
    {
      options: { id: "platform_jobs" },
      faults: ["the id must not be platform, nor start with platform_, which the platform keeps for itself"],
    },
    ...coreTypes.map(({ id }) => ({ options: { id }, faults: ["the id is the name of a core type"] })),
    { options: { id: "notes", desciption: "…" }, faults: [`a context has no option "desciption"; ${takes}`] },
    {
      options: { id: "notes", configuration: { titelField: "title" } },
      faults: [
        `a configuration has no option "titelField"; it takes defaultRightsMode, titleField, calculateVectors, maxRetrievalResults, cutoffs, expand, language, fullTextShare, enableAsTool, queryRewriter, resultReranker`,
      ],
    },
    {
      options: { id: "notes", configuration: { titleField: "nope" } },
      faults: [`titleField names "nope", which is not one of its text fields`],
    },
    {
      options: { id: "notes", fields: [title, { name: "n", type: "number" }], configuration: { titleField: "n" } },
      faults: [`titleField names "n", which is not one of its text fields`],
    },
    {
      options: { id: "notes", configuration: { defaultRightsMode: "everyone" } },
      faults: [`defaultRightsMode must be private or public, not "everyone"`],
    },
  ];

  for (const { options, faults } of cases) {
    test(`a start is refused: ${JSON.stringify(options).slice(0, 60)}`, () => {
      const faulty = context({ fields: [title], ...options });

      const found = faultsOf(faulty);

      expect(found).toEqual(faults.map((fault) => `context "${faulty.id}": ${fault}`));
    });
  }
});

describe("Names that clash", () => {
  test("two contexts with one id are one fault", () => {
    const found = faultsOf(context({ id: "notes" }), context({ id: "notes" }));

    expect(found).toEqual([`context "notes" has the id of context "notes"`]);
  });

  test("ids that differ in the case of their first letter generate the same filter and page types", () => {
    const found = faultsOf(context({ id: "tickets" }), context({ id: "Tickets" }));

    expect(found).toEqual([
      `context "Tickets" and context "tickets" both generate the name FilterTickets`,
      `context "Tickets" and context "tickets" both generate the name TicketsPaginationResult`,
    ]);
  });

  test.for([
    { id: "ticketsInput", name: "ticketsInput", other: `context "tickets"` },
    { id: "FilterTickets", name: "FilterTickets", other: `context "tickets"` },
    { id: "ticketsMutationPayload", name: "ticketsMutationPayload", other: `context "tickets"` },
    { id: "TicketsPaginationResult", name: "TicketsPaginationResult", other: `context "tickets"` },
    { id: "agentsInput", name: "agentsInput", other: `core type "agents"` },
    { id: "Query", name: "Query", other: "the platform" },
    { id: "String", name: "String", other: "the platform" },
    { id: "PageInfo", name: "PageInfo", other: "the platform" },
    { id: "FilterOperatorString", name: "FilterOperatorString", other: "the platform" },
    { id: "ItemChunks", name: "ItemChunks", other: "the platform" },
    { id: "QueueEnum", name: "QueueEnum", other: "the platform" },
    { id: "QueueJob", name: "QueueJob", other: "the platform" },
    { id: "job", name: "JobPaginationResult", other: "the platform" },
  ])("a context called $id takes the name of another's type", ({ id, name, other }) => {
    const found = faultsOf(context({ id: "tickets" }), context({ id }));

    expect(found).toContain(`context "${id}" and ${other} both generate the name ${name}`);
  });

  test("a context called like the singular of a core type takes the names of its queries", () => {
    const found = faultsOf(context({ id: "agent" }));

    expect(found).toEqual(
      ["agentById", "agentByIds", "agentOne"].map(
        (name) => `context "agent" and core type "agents" both generate the name ${name}`,
      ),
    );
  });

  test("a context called like an enum type is a fault that names the field", () => {
    const found = faultsOf(context({ id: "notes", fields: [enumField("state", "a")] }), context({ id: "stateEnum" }));

    expect(found).toEqual([
      `the enum field "state" of context "notes" and context "stateEnum" both generate the name stateEnum`,
    ]);
  });

  test("a field of one context and a field of another whose indexes come to the same name are a fault", () => {
    const indexed = (name: string) => field({ name, index: true });
    const unique = (name: string) => field({ name, unique: true });

    const found = faultsOf(
      context({ id: "a", fields: [indexed("b_c"), unique("b_d"), field({ name: "b_e" })] }),
      context({ id: "a_b", fields: [indexed("c"), unique("d"), indexed("e")] }),
    );

    expect(found).toEqual([
      `the index of the field "c" of context "a_b" and the index of the field "b_c" of context "a" would both be called a_b_c_sorted in the database`,
      `the index of the field "d" of context "a_b" and the index of the field "b_d" of context "a" would both be called a_b_d_unique in the database`,
    ]);
  });

  test.for([
    ["books_newest", "an index"],
    ["books_pkey", "an index"],
    ["books_readers", "an index"],
    ["books_pages_sorted", `the index of the field "pages"`],
    ["books_isbn_unique", `the index of the field "isbn"`],
  ])("a context called %s takes the name of another's index", ([id = "", what]) => {
    const books = context({
      id: "books",
      rbac: true,
      fields: [field({ name: "pages", index: true }), field({ name: "isbn", unique: true })],
    });

    const fault = `would both be called ${id} in the database`;
    expect(faultsOf(books, context({ id }))).toEqual([
      `the table of context "${id}" and ${what} of context "books" ${fault}`,
    ]);
    expect(faultsOf(context({ id }), books)).toEqual([
      `${what} of context "books" and the table of context "${id}" ${fault}`,
    ]);
  });

  test("so does one called like the index of a core type", () => {
    expect(faultsOf(context({ id: "users_email_unique" }))).toEqual([
      `the table of context "users_email_unique" and the index of the field "email" of core type "users" would both be called users_email_unique in the database`,
    ]);
  });

  test("two enum types that come to the same name with other values are a fault", () => {
    const found = faultsOf(
      context({ id: "first", fields: [enumField("c", "x"), enumField("b_c", "x")] }),
      context({ id: "a_b", fields: [enumField("c", "y")] }),
      context({ id: "a", fields: [enumField("b_c", "z")] }),
    );

    expect(found).toEqual([
      `the enum field "b_c" of context "a" and the enum field "c" of context "a_b" both generate the name a_b_cEnum`,
      `the enum field "b_c" of context "a" and the enum field "c" of context "a_b" both generate the name FilterOperatora_b_cEnum`,
    ]);
  });
});

describe("A refused start", () => {
  test("lists every fault of every context at once, clashing names included", () => {
    const found = faultsOf(
      context({ id: "roles", colour: "red", fields: [field({ name: "id" }), field({ name: "1", type: "text" })] }),
      context({ id: "notes", fields: [field({ type: "enum", enumValues: [] }), title, title] }),
      context({ id: "tickets" }),
      context({ id: "Tickets", fields: [] }),
    );

    expect(found).toEqual([
      `context "roles": the id is the name of a core type`,
      `context "roles": a context has no option "colour"; it takes id, name, description, rbac, fields, embedder, configuration, sources, processors`,
      `context "roles": field "id": the name is reserved by the platform`,
      `context "roles": field "1": the name must start with a letter or an underscore`,
      `context "notes": field "x": enumValues must list at least one value`,
      `context "notes": field "title" is declared twice`,
      `context "Tickets": fields must list at least one field that can be set`,
      `context "Tickets" and context "tickets" both generate the name FilterTickets`,
      `context "Tickets" and context "tickets" both generate the name TicketsPaginationResult`,
    ]);
  });

  test("says in which file and line the context stands", () => {
    const faulty = new PlatformContext({ id: "2nd", fields: [title] });
    const line =
      readFileSync(import.meta.filename, "utf8")
        .split("\n")
        .findIndex((text) => text.includes(`id: "2nd"`)) + 1;

    const refused = refusal([faulty]);

    expect(refused.message).toBe(
      `The definitions have faults:\n  - context "2nd" (${import.meta.filename}:${line}): the id must start with a letter or an underscore`,
    );
  });
});

function field(options: object): object {
  return { name: "x", type: "text", ...options };
}

function enumField(name: string, ...enumValues: string[]): FieldDefinition {
  return { name, type: "enum", enumValues };
}

/** A context as plain JavaScript could construct it. */
function context(options: object): PlatformContext {
  const given = { fields: [title], ...options };
  return new PlatformContext(given as unknown as ContextOptions<string, readonly FieldDefinition[], boolean>);
}

function refusal(contexts: readonly PlatformContext[]): StartRefusedError {
  try {
    checkDefinitions(new PlatformApp({ contexts }));
  } catch (error) {
    if (error instanceof StartRefusedError) return error;
    throw error;
  }
  throw new Error("The definitions were accepted.");
}

/** The faults, without the places. */
function faultsOf(...contexts: readonly PlatformContext[]): readonly string[] {
  return refusal(contexts).faults.map((fault) => fault.replaceAll(/ \(\/[^)]*definitions\.test\.ts:\d+\)/g, ""));
}
