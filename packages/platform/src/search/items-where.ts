import type { Resource } from "../definitions/resource.ts";
import type { Condition } from "../query/condition.ts";
import { whereClause } from "../storage/compile-condition.ts";
import { name, type SqlFragment, sql } from "../storage/sql.ts";

/** `(select id …)`: the items that a condition leaves. Inside, the names of columns can only mean those of the items. */
export function itemsWhere(resource: Resource, condition: Condition): SqlFragment {
  return sql`(select id from ${name(resource.id)}${whereClause(resource, condition)})`;
}
