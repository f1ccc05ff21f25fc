import type { Definitions } from "../../definitions/check-definitions.ts";
import { fieldTypes } from "../../definitions/field-types.ts";
import { fieldIndexName, indexName } from "../../definitions/relation-names.ts";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import { type ChunkFacts, chunkTables } from "./chunk-tables.ts";
import { evalCaseTable } from "./eval-tables.ts";
import { internalTables } from "./internal-tables.ts";

/** A table as it should be. */
export interface TableModel {
  readonly name: string;
  readonly columns: readonly ColumnModel[];
  readonly indexes: readonly IndexModel[];
  /** Only on a table of chunks: what they are made with. */
  readonly chunks?: ChunkFacts;
}

export interface ColumnModel {
  readonly name: string;
  /** As PostgreSQL spells it. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: ColumnDefault | undefined;
  /** The values that an enum column may hold. */
  readonly enumValues: readonly string[] | undefined;
  readonly renamedFrom: string | undefined;
  /** Whether PostgreSQL counts its values up. */
  readonly isIdentity?: boolean;
  /** Whether texts are compared byte by byte, which is faster than as words of a language. */
  readonly isBytewise?: boolean;
  /** Whether values are kept in the row itself, however large they are. */
  readonly isPlain?: boolean;
  /** What it points to, by a unique column: rows go when that row goes. */
  readonly belongsTo?: { readonly table: string; readonly column: string };
}

export type ColumnDefault = { readonly kind: "now" } | { readonly kind: "value"; readonly text: string };

export interface IndexModel {
  readonly name: string;
  readonly method: "btree" | "gin" | "hash" | "hnsw";
  readonly columns: readonly string[];
  /** Columns that are kept beside, to be read from the index alone. */
  readonly include?: readonly string[];
  readonly isUnique: boolean;
  /** How an `hnsw` index compares. */
  readonly operatorClass?: "vector_cosine_ops";
}

/** The columns that hold the rights on each item. */
export const rightsColumns = {
  creator: "rbac_creator",
  mode: "rbac_mode",
  readers: "rbac_readers",
  writers: "rbac_writers",
} as const;

export function tableModels({ resources }: Pick<Definitions, "resources">): readonly TableModel[] {
  return [...resources.map(tableModel), ...internalTables, evalCaseTable, ...resources.flatMap(chunkTables)];
}

function tableModel(resource: Resource): TableModel {
  return {
    name: resource.id,
    columns: [
      ...systemColumns(),
      ...resource.fields.map(fieldColumn),
      ...(resource.rbac ? rightsModels(resource) : []),
    ],
    indexes: [
      // Lists are newest first, and the id settles ties.
      index(indexName(resource, "newest"), ["createdAt", "id"]),
      ...resource.fields.filter((field) => field.index && !field.unique).map((field) => fieldIndex(resource, field)),
      // Who may download a file is asked of the items that hold it. Any length goes into an index of this kind.
      ...resource.fields.filter(isUploaded).map((field) => fileIndex(resource, field)),
      ...resource.fields.filter((field) => field.unique).map((field) => uniqueIndex(resource, field)),
      ...(resource.rbac
        ? [
            index(indexName(resource, "creator"), [rightsColumns.creator]),
            { ...index(indexName(resource, "readers"), [rightsColumns.readers]), method: "gin" as const },
          ]
        : []),
    ],
  };
}

const plain = { isRequired: false, default: undefined, enumValues: undefined, renamedFrom: undefined };

function systemColumns(): ColumnModel[] {
  const timestamp = {
    ...plain,
    type: "timestamp(3) with time zone",
    isRequired: true,
    default: { kind: "now" },
  } as const;
  return [
    { ...plain, name: "id", type: "uuid", isRequired: true },
    { ...timestamp, name: "createdAt" },
    { ...timestamp, name: "updatedAt" },
  ];
}

function fieldColumn(field: ResourceField): ColumnModel {
  return {
    name: field.name,
    type: catalogType(fieldTypes[field.type].column),
    isRequired: field.required,
    default: fieldDefault(field),
    enumValues: field.enumValues,
    renamedFrom: field.renamedFrom,
  };
}

function fieldDefault(field: ResourceField): ColumnDefault | undefined {
  if (field.default === undefined) return undefined;
  const parsed = fieldTypes[field.type].parse(field.default, field);
  return "stored" in parsed ? { kind: "value", text: String(parsed.stored) } : undefined;
}

function rightsModels(resource: Resource): ColumnModel[] {
  const list = { ...plain, type: "text[]", isRequired: true, default: { kind: "value", text: "{}" } } as const;
  const mode = { kind: "value", text: resource.defaultRightsMode } as const;
  return [
    { ...plain, name: rightsColumns.creator, type: "uuid" },
    { ...plain, name: rightsColumns.mode, type: "text", isRequired: true, default: mode },
    { ...list, name: rightsColumns.readers },
    { ...list, name: rightsColumns.writers },
  ];
}

/** The id settles ties in a sort, so it is part of the index that serves the sort. */
function fieldIndex(resource: Resource, field: ResourceField): IndexModel {
  return index(fieldIndexName(resource, field), [field.name, "id"]);
}

function isUploaded(field: ResourceField): boolean {
  return field.type === "file";
}

function fileIndex(resource: Resource, field: ResourceField): IndexModel {
  return { ...index(fieldIndexName(resource, field), [field.name]), method: "hash" };
}

/** The id settles ties among empty values; beside the value, it lets a sorted page be found in the index alone. */
function uniqueIndex(resource: Resource, field: ResourceField): IndexModel {
  return { ...index(fieldIndexName(resource, field), [field.name]), include: ["id"], isUnique: true };
}

function index(name: string, columns: readonly string[]): IndexModel {
  return { name, method: "btree", columns, isUnique: false };
}

function catalogType(column: string): string {
  return column === "timestamptz(3)" ? "timestamp(3) with time zone" : column;
}
