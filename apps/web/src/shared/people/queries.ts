import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../api/request.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
}

export interface RoleName {
  readonly id: string;
  readonly name: string;
}

export const peopleOperation = operation<
  { readonly userByIds: readonly Person[] },
  { readonly ids: readonly string[] }
>(`
  query People($ids: [ID!]!) { userByIds(ids: $ids) { id email name } }
`);

export const findPeopleOperation = operation<
  { readonly usersPagination: { readonly items: readonly Person[] } },
  { readonly filters: readonly object[] }
>(`
  query FindPeople($filters: [FilterUsers]) {
    usersPagination(limit: 20, filters: $filters, sort: { field: "email" }) { items { id email name } }
  }
`);

export const roleNamesOperation = operation<{ readonly rolesPagination: { readonly items: readonly RoleName[] } }>(`
  query RoleNames { rolesPagination(limit: 500, sort: { field: "name" }) { items { id name } } }
`);

/** Names for ids; whoever is gone is left out. */
export const peopleQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["users", "people", ids],
    queryFn: async ({ signal }) => (await request(peopleOperation, { ids }, { signal })).userByIds,
    enabled: ids.length > 0,
    staleTime: 60_000,
  });

export const findPeopleQuery = (text: string) =>
  queryOptions({
    queryKey: ["users", "find", text],
    queryFn: async ({ signal }) => {
      const filters = text ? [{ or: [{ email: { contains: text } }, { name: { contains: text } }] }] : [];
      return (await request(findPeopleOperation, { filters }, { signal })).usersPagination.items;
    },
    staleTime: 30_000,
  });

export const roleNamesQuery = queryOptions({
  queryKey: ["roles", "names"],
  queryFn: async ({ signal }) => (await request(roleNamesOperation, {}, { signal })).rolesPagination.items,
  staleTime: 60_000,
});
