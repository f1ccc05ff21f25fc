import type { SecretBox } from "../../foundation/secret-box.ts";
import { type ArchivedColumn, type ArchivedTable, isVectorColumn } from "../../storage/archive/archived-table.ts";
import type { ColumnModel, TableModel } from "../../storage/tables/table-model.ts";
import { filledIn } from "./archive-format.ts";
import type { CheckedArchive } from "./check-archive.ts";

export interface Deployed {
  /** Those whose rows archives hold. */
  readonly models: readonly TableModel[];
  readonly secrets: SecretBox;
  /** The names of its queues. */
  readonly queues: ReadonlySet<string>;
}

/** Everything that keeps the content of an archive from having a place in a deployment. */
export function fitProblems(archive: CheckedArchive, { models, secrets, queues }: Deployed): readonly string[] {
  const { sealedUnder } = archive.header;
  const byName = new Map(models.map((model) => [model.name, model]));
  const homeless = archive.sections.filter(
    ({ end, name, count }) => (end === "jobs" || end === "schedules") && count > 0 && !queues.has(name),
  );
  const isSealed = sealedUnder.some((key) => !secrets.knows(key));
  return [
    ...filledIn(archive.header).flatMap((table) => tableProblems(table, byName.get(table.name))),
    ...homeless.map(
      ({ end, name, count }) => `it has ${count} ${end} of the queue ${name}, which is not declared here`,
    ),
    ...(isSealed
      ? [
          "it has encrypted variables that no secret known here opens: set SESSION_SECRET to the one of the deployment that it comes from (on the embedded database, the file session-secret in its data folder), or name that one in SESSION_SECRET_PREVIOUS and run platform variables rotate after the import",
        ]
      : []),
  ];
}

function tableProblems(table: ArchivedTable, model: TableModel | undefined): readonly string[] {
  if (!model) return [`it has ${table.rows} rows of ${table.name}, which is not declared here`];
  const columns = new Map(model.columns.map((column) => [column.name, column]));
  const archived = new Set(table.columns.map(({ name }) => name));
  const missing = model.columns.filter(
    ({ name, isRequired, default: value }) => isRequired && value === undefined && !archived.has(name),
  );
  return [
    ...table.columns
      .filter(({ name }) => !(table.chunks && isVectorColumn(name)))
      .flatMap((column) => columnProblems(table.name, column, columns.get(column.name))),
    ...missing
      .filter(({ name }) => !(table.chunks && isVectorColumn(name)))
      .map(({ name }) => `${table.name}.${name} is required here, and the archive has no values for it`),
    ...chunkProblems(table, model),
  ];
}

function columnProblems(
  table: string,
  { name, type, enumValues }: ArchivedColumn,
  column: ColumnModel | undefined,
): readonly string[] {
  if (!column) return [`it has values of ${table}.${name}, which is not declared here`];
  if (column.type !== type) return [`${table}.${name} is ${type} in the archive, and ${column.type} here`];
  const declared = column.enumValues;
  const unknown = declared ? (enumValues ?? []).filter((value) => !declared.includes(value)) : [];
  return unknown.map((value) => `${table}.${name} may be "${value}" in the archive, which is not declared here`);
}

function chunkProblems({ chunks }: ArchivedTable, model: TableModel): readonly string[] {
  const facts = model.chunks;
  if (!chunks || !facts) return [];
  const made = chunks.vectors.find(({ column }) => column === chunks.active);
  const declared = [{ model: facts.model, dimensions: facts.dimensions }, ...(facts.previous ? [facts.previous] : [])];
  const isDeclared = declared.some((each) => each.model === made?.model && each.dimensions === made.dimensions);
  return [
    ...(isDeclared
      ? []
      : [
          `${chunks.context} was embedded with ${made?.model}, vector(${made?.dimensions}), which its embedder declares neither as model nor as previousModel`,
        ]),
    ...(chunks.language === facts.language
      ? []
      : [
          `the words of ${chunks.context} are indexed as ${chunks.language}, and its language is ${facts.language} here`,
        ]),
  ];
}
