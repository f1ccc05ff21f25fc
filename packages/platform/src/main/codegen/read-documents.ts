import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  GraphQLError as ParseError,
  parse,
  Source,
  validate,
} from "graphql";
import { StartRefusedError } from "../../foundation/errors.ts";

const headline = "The documents have faults, and nothing was written:";

/** The deployer's own operations, from every .graphql file of a folder. Throws, listing every fault with its place. */
export async function readDocuments(folder: string): Promise<readonly DocumentNode[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => {
    throw new StartRefusedError(headline, [`there is no folder ${folder}; name one with --documents`]);
  });
  const files = names.filter((name) => name.endsWith(".graphql")).sort();
  const faults: string[] = [];
  const documents: DocumentNode[] = [];
  for (const file of files) {
    const path = join(folder, file);
    try {
      documents.push(parse(new Source(await readFile(path, "utf8"), path)));
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      faults.push(faultText(error));
    }
  }
  if (faults.length > 0) throw new StartRefusedError(headline, faults);
  return documents;
}

/** One document of several, if it fits the schema. Throws, listing every fault with its place. */
export function joinDocuments(schema: GraphQLSchema, documents: readonly DocumentNode[]): DocumentNode {
  const definitions = documents.flatMap((document) => document.definitions);
  const joined: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  const nameless = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION && !node.name);
  const faults = [
    ...nameless.map(({ loc }) => `${loc?.source.name}: every operation needs a name: query OpenTickets { … }`),
    ...(nameless.length > 0 ? [] : validate(schema, joined).map(faultText)),
  ];
  if (faults.length > 0) throw new StartRefusedError(headline, faults);
  return joined;
}

function faultText({ message, source, nodes, locations }: GraphQLError): string {
  // Of two that share a name, the later one is the deployer's.
  const place = nodes?.at(-1)?.loc;
  const file = place?.source.name ?? source?.name;
  const line = place?.startToken.line ?? locations?.[0]?.line;
  return `${file}:${line}: ${message}`;
}
