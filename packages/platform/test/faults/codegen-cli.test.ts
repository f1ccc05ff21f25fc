import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanUp, internalSecret, newFolder, type Outcome, run, startPlatform } from "./platform-process.ts";

const workspace = fileURLToPath(new URL("../../../../", import.meta.url));
const compiler = join(workspace, "node_modules/typescript/bin/tsc");
const helpdesk = join(workspace, "examples/helpdesk/platform.config.ts");

const settings = {
  compilerOptions: {
    ...{ target: "esnext", module: "nodenext", types: ["node"], strict: true, noEmit: true },
    ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
    ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noUnusedLocals: true },
  },
};

const ownDocument = `
query OpenTickets($customer: String) {
  open: ticketsPagination(filters: [{ status: { eq: OPEN }, customer: { eq: $customer } }], limit: 2) {
    pageInfo { itemCount }
    items { ...Headline body @include(if: false) }
  }
}
fragment Headline on tickets { title status }
`;

const program = `
import { createClient, RequestError } from "./generated/client.ts";
import { OpenTickets } from "./generated/documents.ts";

const [url = "", secret = ""] = process.argv.slice(2);
const client = createClient({ url, headers: { internal: secret } });

const made = await client.customers.create({ email: "typed@example.com", name: "Typed", external_id: "C-typed" });
const again = await client.customers.upsert({ email: "typed@example.com", name: "Typed twice", external_id: "C-typed" });
const changed = await client.customers.update(made.id, { email: "typed@example.com", name: "Typed thrice" });
const page = await client.customers.list({ filters: [{ name: { eq: "Typed thrice" } }], limit: 5 });
const removed = await client.customers.remove(made.id);
const first = await client.customers.first({ filters: [{ name: { eq: "Typed thrice" } }] });
const byStatus = await client.tickets.statistics({ groupBy: "status" });
const found = await client.documentation.search({ query: "wifi", method: "tsvector" });
const { open } = await client.request(OpenTickets, {});
const missing = await client.customers.find(made.id).catch((error: unknown) =>
  error instanceof RequestError ? error.message : String(error),
);

export function mistakes(): readonly unknown[] {
  return [
    // @ts-expect-error there is no such field
    made.nmae,
    // @ts-expect-error there is no such field to set
    client.customers.create({ email: "a@b.c", name: "A", shoeSize: 43 }),
    // @ts-expect-error a required field is left out
    client.customers.create({ email: "a@b.c" }),
    // @ts-expect-error no status of a ticket
    client.tickets.list({ filters: [{ status: { eq: "LOST" } }] }),
    // @ts-expect-error tickets have no embedder
    client.tickets.search({ query: "x", method: "tsvector" }),
    // @ts-expect-error the variable is a text
    client.request(OpenTickets, { customer: 7 }),
    // @ts-expect-error it was not selected
    open?.items[0]?.priority,
  ];
}

const status = open?.items[0]?.status;
console.log(JSON.stringify({
  names: [made.name, again.name, changed.name, removed.name],
  isSame: made.id === again.id,
  count: page.pageInfo.itemCount,
  first,
  groups: byStatus.length > 1,
  chunks: Array.isArray(found.chunks),
  open: [open?.items.length, status],
  missing,
}));
`;

describe("The command line: platform codegen", () => {
  let folder: string;
  const codegen = (...options: readonly string[]): Promise<Outcome> =>
    run(["codegen", helpdesk, "--out", join(folder, "generated"), ...options]);
  const own = () => ["--documents", join(folder, "queries")];

  beforeAll(async () => {
    folder = await newFolder();
    await mkdir(join(folder, "queries/inner"), { recursive: true });
    await writeFile(join(folder, "queries/inner/open.graphql"), ownDocument);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
    await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
    await writeFile(join(folder, "program.ts"), program);
    await symlink(join(workspace, "node_modules"), join(folder, "node_modules"));
  });
  afterAll(cleanUp);

  test("what it writes for the help desk compiles, refuses mistakes, and works against the real thing", async () => {
    const started = startPlatform({ PLATFORM_DATA_DIR: join(folder, "data"), WEB_FOLDER: "off" }, helpdesk);
    const written = await codegen(...own(), "--json");
    const checked = await promisify(execFile)(process.execPath, [compiler, "--project", folder]).catch(
      (error: { stdout: string }) => error,
    );
    const { url } = await started;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[join(folder, "program.ts"), `${url}/graphql`, internalSecret],
    ]);

    expect({ ...written, output: JSON.parse(written.output) }).toMatchObject({
      code: 0,
      output: { written: ["schema.graphql", "types.ts", "documents.ts", "client.ts"] },
      complaint: "",
    });
    expect(checked).toEqual({ stdout: "", stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      names: ["Typed", "Typed twice", "Typed thrice", "Typed thrice"],
      isSame: true,
      count: 1,
      first: null,
      groups: true,
      chunks: true,
      open: [2, "OPEN"],
      missing: "Record not found",
    });
  });

  test("is the same every time; --check finds what is outdated, and writes nothing", async () => {
    const current = await codegen(...own(), "--check");
    const file = join(folder, "generated/types.ts");
    await writeFile(file, "// by hand");

    const outdated = await codegen(...own(), "--check", "--json");

    expect(current).toEqual({ code: 0, output: `${join(folder, "generated")} is up to date.\n`, complaint: "" });
    expect({ code: outdated.code, ...JSON.parse(outdated.output) }).toMatchObject({ code: 1, outdated: ["types.ts"] });
    expect(await readFile(file, "utf8")).toBe("// by hand");
  });

  test("documents that don't fit the schema are refused with every fault and its place, and nothing is written", async () => {
    const queries = join(await newFolder(), "queries");
    await mkdir(queries);
    await writeFile(join(queries, "a.graphql"), "query Wrong {\n  ticketsPagination { items { titel } }\n}");
    await writeFile(join(queries, "b.graphql"), "query Other { me { mail } }");
    const out = join(queries, "out");

    const { code, output, complaint } = await run(["codegen", helpdesk, "--out", out, "--documents", queries]);

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint.split("\n")).toEqual([
      "The documents have faults, and nothing was written:",
      `  - ${join(queries, "a.graphql")}:2: Cannot query field "titel" on type "tickets". Did you mean "title"?`,
      expect.stringContaining(`  - ${join(queries, "b.graphql")}:1: Cannot query field "mail" on type "Me".`),
      "",
    ]);
    expect(await readdir(queries)).toEqual(["a.graphql", "b.graphql"]);
  });
});
