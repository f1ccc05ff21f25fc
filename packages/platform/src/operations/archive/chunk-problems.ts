import { dimensionsRange, rangeProblem } from "../../definitions/search-limits.ts";
import { type ArchivedChunks, type ArchivedTable, isVectorColumn } from "../../storage/archive/archived-table.ts";
import type { ChunkFacts } from "../../storage/tables/chunk-tables.ts";
import type { TableModel } from "../../storage/tables/table-model.ts";

/** What keeps the chunks of an archive from having a place in a table. */
export function chunkProblems(table: ArchivedTable, { chunks: facts }: TableModel): readonly string[] {
  const { chunks } = table;
  if (!facts) return chunks ? [`${table.name} holds chunks in the archive, and none here`] : [];
  if (!chunks || !isWellDescribed(table, chunks, facts)) {
    return [`what it says of the vectors in ${table.name} is nothing that platform export writes`];
  }
  return [...modelProblems(chunks, facts), ...languageProblems(chunks, facts)];
}

/** Names and types of these columns become part of statements, so they are taken from nowhere but a list and a number. */
function isWellDescribed({ columns }: ArchivedTable, { context, vectors }: ArchivedChunks, facts: ChunkFacts): boolean {
  const types = new Map(vectors.map(({ column, dimensions }) => [column, `vector(${dimensions})`]));
  return (
    context === facts.context &&
    vectors.every(
      ({ column, model, dimensions }) =>
        isVectorColumn(column) && typeof model === "string" && rangeProblem(dimensions, dimensionsRange) === undefined,
    ) &&
    columns.every(({ name, type }) => !isVectorColumn(name) || types.get(name) === type)
  );
}

function modelProblems({ context, active, vectors }: ArchivedChunks, facts: ChunkFacts): readonly string[] {
  const made = vectors.find(({ column }) => column === active);
  const declared = [{ model: facts.model, dimensions: facts.dimensions }, ...(facts.previous ? [facts.previous] : [])];
  const isDeclared = declared.some((each) => each.model === made?.model && each.dimensions === made.dimensions);
  if (isDeclared) return [];
  return [
    `${context} was embedded with ${made?.model}, vector(${made?.dimensions}), which its embedder declares neither as model nor as previousModel`,
  ];
}

function languageProblems({ context, language }: ArchivedChunks, facts: ChunkFacts): readonly string[] {
  if (language === facts.language) return [];
  return [`the words of ${context} are indexed as ${language}, and its language is ${facts.language} here`];
}
