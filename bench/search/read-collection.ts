import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A judged collection in the layout of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`. */
export interface Collection {
  readonly name: string;
  readonly documents: readonly CollectionDocument[];
  /** Those that have judgements. */
  readonly queries: readonly CollectionQuery[];
}

export interface CollectionDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface CollectionQuery {
  readonly text: string;
  /** How relevant documents are, by id; those that are not named are not. */
  readonly judgements: ReadonlyMap<string, number>;
}

interface Line {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

export async function readCollection(folder: string): Promise<Collection> {
  const [corpus, queries, judgements] = await Promise.all([
    readLines(join(folder, "corpus.jsonl")),
    readLines(join(folder, "queries.jsonl")),
    readJudgements(join(folder, "qrels", "test.tsv")),
  ]);
  return {
    name: basename(folder),
    documents: corpus.map(({ _id, title = "", text }) => ({ id: _id, title, text })),
    queries: queries.flatMap(({ _id, text }) => {
      const judged = judgements.get(_id);
      return judged ? [{ text, judgements: judged }] : [];
    }),
  };
}

async function readLines(file: string): Promise<readonly Line[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line));
}

async function readJudgements(file: string): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const [, ...rows] = (await readFile(file, "utf8")).trim().split(/\r?\n/);
  const judgements = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const [query = "", document = "", score = "0"] = row.split("\t");
    const judged = judgements.get(query) ?? new Map<string, number>();
    if (Number(score) > 0) judged.set(document, Number(score));
    if (judged.size > 0) judgements.set(query, judged);
  }
  return judgements;
}
