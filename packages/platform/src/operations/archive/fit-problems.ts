import type { SecretBox } from "../../foundation/secret-box.ts";
import {
  type ArchivedColumn,
  type ArchivedTable,
  isUniqueAlone,
  isVectorColumn,
} from "../../storage/archive/archived-table.ts";
import type { ColumnModel, TableModel } from "../../storage/tables/table-model.ts";
import { filledIn } from "./archive-format.ts";
import type { CheckedArchive } from "./check-archive.ts";
import { chunkProblems } from "./chunk-problems.ts";

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
  const archived = new Set(table.columns.map(({ name }) => name));
  const missing = model.columns.filter(
    ({ name, isRequired, default: value }) => isRequired && value === undefined && !archived.has(name),
  );
  // Those of chunks are a matter of their own.
  const isPlain = ({ name }: { readonly name: string }) => !(model.chunks && isVectorColumn(name));
  return [
    ...table.columns.filter(isPlain).flatMap((column) => columnProblems(model, column)),
    ...missing
      .filter(isPlain)
      .map(({ name }) => `${table.name}.${name} is required here, and the archive has no values for it`),
    ...chunkProblems(table, model),
  ];
}

function columnProblems(model: TableModel, archived: ArchivedColumn): readonly string[] {
  const { name, type, isRequired, isUnique } = archived;
  const column = model.columns.find((each) => each.name === name);
  const called = `${model.name}.${name}`;
  if (!column) return [`it has values of ${called}, which is not declared here`];
  if (column.type !== type) return [`${called} is ${type} in the archive, and ${column.type} here`];
  return [
    ...valueProblems(called, archived, column),
    ...(column.isRequired && isRequired === false ? [`${called} is required here, and optional in the archive`] : []),
    ...(isUniqueAlone(model, name) && isUnique === false
      ? [`${called} is unique here, and in the archive two rows may have the same`]
      : []),
  ];
}

function valueProblems(
  called: string,
  { enumValues }: ArchivedColumn,
  { enumValues: declared }: ColumnModel,
): readonly string[] {
  if (!declared) return [];
  if (!enumValues) return [`${called} takes only ${declared.join(", ")} here, and anything in the archive`];
  const unknown = enumValues.filter((value) => !declared.includes(value));
  return unknown.map((value) => `${called} may be "${value}" in the archive, which is not declared here`);
}
