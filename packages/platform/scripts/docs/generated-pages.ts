import { readFile } from "node:fs/promises";
import { withEnvironmentTable } from "./environment-table.ts";
import { graphqlReference } from "./graphql-reference.ts";

const workspace = new URL("../../../../", import.meta.url);
const schemaFile = new URL("packages/platform/test/unit/generated/helpdesk.schema.graphql", workspace);

interface GeneratedPage {
  readonly path: string;
  readonly file: URL;
  /** As it should be, from what it is now. */
  make(current: string): Promise<string>;
}

/** The pages of the docs that follow from code, wholly or in part. */
export const generatedPages: readonly GeneratedPage[] = [
  page("docs/configuration.md", async (current) => withEnvironmentTable(current)),
  page("docs/graphql.md", async () => graphqlReference(await readFile(schemaFile, "utf8"))),
];

function page(path: string, make: GeneratedPage["make"]): GeneratedPage {
  return { path, file: new URL(path, workspace), make };
}
