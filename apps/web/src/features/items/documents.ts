import type { Context } from "../../shared/workspace/context.ts";
import { rightsSelection } from "../../shared/workspace/rights.ts";

/** The documents for one context. Its names follow from its id, by the platform's rules. */
export function itemDocuments({ id, rbac, fields }: Context) {
  const capitalised = id.charAt(0).toUpperCase() + id.slice(1);
  const rights = rbac ? ` ${rightsSelection}` : "";
  const everything = `${fields.map(({ name }) => name).join(" ")}${rights}`;
  const filters = `$filters: [Filter${capitalised}]`;

  return {
    page: (names: readonly string[]) => `
      query Page($limit: Int, $page: Int, ${filters}, $sort: SortBy) {
        page: ${id}Pagination(limit: $limit, page: $page, filters: $filters, sort: $sort) { items { ${names.join(" ")} } }
      }`,
    count: `query Count(${filters}) { count: ${id}Pagination(limit: 1, filters: $filters) { pageInfo { itemCount } } }`,
    byId: `query Item($id: ID!) { item: ${id}ById(id: $id) { ${everything} } }`,
    byIds: `query Items($ids: [ID!]!) { items: ${id}ByIds(ids: $ids) { ${everything} } }`,
    create: `mutation Create($input: ${id}Input!) { result: ${id}CreateOne(input: $input) { item { ${everything} } } }`,
    update: `mutation Update($id: ID!, $input: ${id}Input!) {
      result: ${id}UpdateOneById(id: $id, input: $input) { item { ${everything} } }
    }`,
    copy: `mutation Copy($id: ID!) { result: ${id}CopyOneById(id: $id) { item { ${everything} } } }`,
    removeMany: (count: number) => {
      const variables = numbered(count, (n) => `$id${n}: ID!`).join(", ");
      return `mutation Remove(${variables}) { ${numbered(count, (n) => `m${n}: ${id}RemoveOneById(id: $id${n}) { id }`).join(" ")} }`;
    },
    updateMany: (count: number) => {
      const variables = numbered(count, (n) => `$id${n}: ID!, $input${n}: ${id}Input!`).join(", ");
      const updates = numbered(
        count,
        (n) => `m${n}: ${id}UpdateOneById(id: $id${n}, input: $input${n}) { item { id } }`,
      );
      return `mutation Change(${variables}) { ${updates.join(" ")} }`;
    },
  };
}

function numbered(count: number, text: (n: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, n) => text(n));
}
