import { fieldTypes } from "../../definitions/field-types.ts";
import type { Resource, ResourceField } from "../../definitions/resource.ts";
import type { Condition } from "../../query/condition.ts";
import type { Sort } from "../../query/parse-sort.ts";
import { compileCondition, whereClause } from "../compile-condition.ts";
import type { Database, Row } from "../database.ts";
import { array, literal, name, type SqlFragment, sql } from "../sql.ts";
import { selectColumns, toItems } from "./selection.ts";

export interface ItemsQuery {
  readonly condition: Condition;
  /** The fields that are wanted: only their columns are read. */
  readonly fields: readonly string[];
  readonly sort: Sort;
  readonly limit: number;
  readonly offset?: number;
}

/**
 * From here on the sorted ids are found in the index alone, and only the rows of the page are fetched. As an array: with
 * `id in (select …)` PostgreSQL takes an unknown limit for a tenth of the table, and joins with a scan of all of it.
 */
const deepOffset = 500;

export async function readItems(database: Database, resource: Resource, query: ItemsQuery): Promise<readonly Row[]> {
  const { condition, fields, sort, limit, offset = 0 } = query;
  const table = name(resource.id);
  const columns = selectColumns(resource, fields);
  const where = whereClause(resource, condition);
  const order = orderBy(sort);
  const page = offset === 0 ? sql` limit ${limit}` : sql` limit ${limit} offset ${offset}`;
  const statement =
    offset < deepOffset
      ? sql`select ${columns} from ${table}${where}${order}${page}`
      : sql`select ${columns} from ${table} where id = any(array(select id from ${table}${where}${order}${page}))${order}`;
  return toItems(await database.query(statement), fields);
}

/** The first match without an order: for reads by id, which have one match at most. */
export async function readItem(
  database: Database,
  resource: Resource,
  condition: Condition,
  fields: readonly string[],
): Promise<Row | undefined> {
  const where = whereClause(resource, condition);
  const rows = await database.query(
    sql`select ${selectColumns(resource, fields)} from ${name(resource.id)}${where} limit 1`,
  );
  return toItems(rows, fields)[0];
}

export async function countItems(database: Database, resource: Resource, condition: Condition): Promise<number> {
  const where = whereClause(resource, condition);
  const [row] = await database.query<{ count: number }>(sql`select count(*) from ${name(resource.id)}${where}`);
  return row?.count ?? 0;
}

export interface Group {
  readonly group: unknown;
  readonly count: number;
}

/** The largest groups first; the group's own value settles ties. */
export function groupItems(
  database: Database,
  resource: Resource,
  query: { readonly condition: Condition; readonly field: ResourceField; readonly limit: number },
): Promise<readonly Group[]> {
  const { field } = query;
  const isCountedByValue = field.index && (field.type === "enum" || field.type === "boolean");
  return isCountedByValue ? countKnownValues(database, resource, query) : countGroups(database, resource, query);
}

type GroupQuery = Parameters<typeof groupItems>[2];

function countGroups(database: Database, resource: Resource, { condition, field, limit }: GroupQuery) {
  const column = name(field.name);
  return database.query<Group>(sql`
    select ${column} as ${name("group")}, count(*) as count from ${name(resource.id)}${whereClause(resource, condition)}
    group by ${column} order by 2 desc, 1 limit ${limit}`);
}

/** One count on the index for each value that can occur, instead of reading and hashing every row. */
function countKnownValues(database: Database, resource: Resource, { condition, field, limit }: GroupQuery) {
  const column = name(field.name);
  const type = fieldTypes[field.type].column;
  const values = field.enumValues ?? ["true", "false"];
  const matching = compileCondition(resource, condition);
  // No context can have this name, and with it the value is not mistaken for a field that is called value.
  const known = name("platform_known", "value");
  // Materialized: otherwise the planner moves `count > 0` inside and counts everything twice.
  return database.query<Group>(sql`
    with groups as materialized (
      select ${known} as ${name("group")},
        (select count(*) from ${name(resource.id)} where ${column} = ${known} and ${matching}) as count
      from unnest(${array(values, type)}) as platform_known(value)
      union all
      select null, (select count(*) from ${name(resource.id)} where ${column} is null and ${matching})
    )
    select * from groups where count > 0 order by count desc, ${name("group")} limit ${limit}`);
}

function orderBy({ field, direction }: Sort): SqlFragment {
  const way = literal(direction === "ASC" ? "asc" : "desc");
  return field === "id" ? sql` order by id ${way}` : sql` order by ${name(field)} ${way}, id ${way}`;
}
