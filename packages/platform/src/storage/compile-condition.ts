import { fieldTypes } from "../definitions/field-types.ts";
import type { Resource } from "../definitions/resource.ts";
import { assertNever } from "../foundation/assert-never.ts";
import type { Condition, Granted } from "../query/condition.ts";
import { array, join, literal, name, type SqlFragment, sql } from "./sql.ts";
import { rightsColumns } from "./tables/table-model.ts";

/** A condition on the rows of a resource's table, as SQL. */
export function compileCondition(resource: Resource, condition: Condition): SqlFragment {
  switch (condition.kind) {
    case "everything":
      return literal("true");
    case "nothing":
      return literal("false");
    case "and":
    case "or": {
      const parts = condition.conditions.map((each) => compileCondition(resource, each));
      return sql`(${join(parts, ` ${condition.kind} `)})`;
    }
    case "empty":
      return sql`${column(condition.field)} is null`;
    case "filled":
      return sql`${column(condition.field)} is not null`;
    case "equals":
      return sql`${column(condition.field)} = ${condition.value}::${typeOf(resource, condition.field)}`;
    case "differs":
      return sql`${column(condition.field)} is distinct from ${condition.value}::${typeOf(resource, condition.field)}`;
    case "oneOf":
      return sql`${column(condition.field)} = any(${array(condition.values, columnType(resource, condition.field))})`;
    case "atMost":
      return sql`${column(condition.field)} <= ${condition.value}::${typeOf(resource, condition.field)}`;
    case "atLeast":
      return sql`${column(condition.field)} >= ${condition.value}::${typeOf(resource, condition.field)}`;
    case "containsText":
      // ilike on the plain column: twice as fast as comparing lower-cased copies.
      return sql`${column(condition.field)} ilike ${`%${escapeWildcards(condition.value)}%`}`;
    case "containsJson":
      return sql`${column(condition.field)} @> ${condition.value}::jsonb`;
    case "granted":
      return compileGranted(condition);
    case "parentPermitted":
      return sql`${column(condition.field)} in (select id::text from ${name(condition.parent)} where ${compileGranted(condition.granted)})`;
    default:
      return assertNever(condition);
  }
}

/** Private rows are their creator's alone; public ones are read by everyone, and written by those who are granted. */
function compileGranted({ right, userId, keys }: Granted): SqlFragment {
  const { creator, mode, readers, writers } = rightsColumns;
  const grants = sql`${name(mode)} <> 'private' and ${name(right === "read" ? readers : writers)} && ${array(keys, "text")}`;
  const own = sql`${name(creator)} = ${userId}::uuid`;
  return right === "read" ? sql`(${own} or ${name(mode)} = 'public' or (${grants}))` : sql`(${own} or (${grants}))`;
}

/** ` where …`, or nothing when every row will do. */
export function whereClause(resource: Resource, condition: Condition): SqlFragment {
  if (condition.kind === "everything") return literal("");
  return sql` where ${compileCondition(resource, condition)}`;
}

function column(field: string): SqlFragment {
  return name(field);
}

function typeOf(resource: Resource, field: string): SqlFragment {
  return literal(columnType(resource, field));
}

function columnType(resource: Resource, field: string): string {
  const declared = resource.readable.get(field);
  if (!declared) throw new Error(`The condition names ${resource.id}.${field}, which can't be read.`);
  return fieldTypes[declared.type].column;
}

function escapeWildcards(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
