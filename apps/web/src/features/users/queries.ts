import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly super_admin: boolean | null;
  readonly status: "ACTIVE" | "SUSPENDED" | null;
  readonly type: "USER" | "API" | null;
  readonly createdAt: string;
}

const fields = "id email name role super_admin status type createdAt";

export interface UserInput {
  readonly email: string;
  readonly name?: string | null;
  readonly role?: string | null;
  readonly super_admin?: boolean;
  readonly status?: "ACTIVE" | "SUSPENDED";
  readonly password?: string;
}

export const usersOperation = operation<
  { readonly usersPagination: { readonly pageInfo: PageInfo; readonly items: readonly User[] } },
  { readonly page: number; readonly filters: readonly object[] }
>(`
  query Users($page: Int, $filters: [FilterUsers]) {
    usersPagination(limit: 50, page: $page, filters: $filters, sort: { field: "email" }) {
      pageInfo { pageCount itemCount currentPage }
      items { ${fields} }
    }
  }
`);

export const userOperation = operation<{ readonly userById: User }, { readonly id: string }>(
  `query User($id: ID!) { userById(id: $id) { ${fields} } }`,
);

export const createUserOperation = operation<
  { readonly usersCreateOne: { readonly item: User } },
  { readonly input: UserInput }
>(`mutation CreateUser($input: usersInput!) { usersCreateOne(input: $input) { item { ${fields} } } }`);

export const updateUserOperation = operation<
  { readonly usersUpdateOneById: { readonly item: User } },
  { readonly id: string; readonly input: UserInput }
>(
  `mutation UpdateUser($id: ID!, $input: usersInput!) { usersUpdateOneById(id: $id, input: $input) { item { ${fields} } } }`,
);

export const removeUserOperation = operation<
  { readonly usersRemoveOneById: { readonly id: string } },
  { readonly id: string }
>(`mutation RemoveUser($id: ID!) { usersRemoveOneById(id: $id) { id } }`);

export const usersQuery = (words: string, page: number) =>
  queryOptions({
    queryKey: ["users", "list", words, page],
    queryFn: async ({ signal }) => {
      const filters = words ? [{ or: [{ email: { contains: words } }, { name: { contains: words } }] }] : [];
      return (await request(usersOperation, { page, filters }, { signal })).usersPagination;
    },
    placeholderData: keepPreviousData,
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ["users", "one", id],
    queryFn: async ({ signal }) => (await request(userOperation, { id }, { signal })).userById,
  });
