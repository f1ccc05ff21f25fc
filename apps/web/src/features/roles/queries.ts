import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import { type PermissionLevel, type PermissionName, permissions } from "../../shared/workspace/permissions.ts";

type Level = Uppercase<PermissionLevel> | null;

export interface Role extends Readonly<Record<PermissionName, Level>> {
  readonly id: string;
  readonly name: string;
}

const fields = `id name ${permissions.map(({ name }) => name).join(" ")}`;

export type RoleInput = { readonly name: string } & Partial<Readonly<Record<PermissionName, Level>>>;

export const rolesOperation = operation<{
  readonly rolesPagination: { readonly items: readonly Role[] };
  readonly usersStatistics: readonly { readonly group: string | null; readonly count: number }[];
}>(`
  query Roles {
    rolesPagination(limit: 500, sort: { field: "name" }) { items { ${fields} } }
    usersStatistics(groupBy: "role", limit: 500) { group count }
  }
`);

export const createRoleOperation = operation<
  { readonly rolesCreateOne: { readonly item: Role } },
  { readonly input: RoleInput }
>(`mutation CreateRole($input: rolesInput!) { rolesCreateOne(input: $input) { item { ${fields} } } }`);

export const updateRoleOperation = operation<
  { readonly rolesUpdateOneById: { readonly item: Role } },
  { readonly id: string; readonly input: RoleInput }
>(
  `mutation UpdateRole($id: ID!, $input: rolesInput!) { rolesUpdateOneById(id: $id, input: $input) { item { ${fields} } } }`,
);

export const removeRoleOperation = operation<
  { readonly rolesRemoveOneById: { readonly id: string } },
  { readonly id: string }
>(`mutation RemoveRole($id: ID!) { rolesRemoveOneById(id: $id) { id } }`);

export interface RolesData {
  readonly roles: readonly Role[];
  /** How many users have each role, by its id. */
  readonly members: ReadonlyMap<string, number>;
}

export const rolesKey = ["roles", "matrix"] as const;

export const rolesQuery = queryOptions({
  queryKey: rolesKey,
  queryFn: async ({ signal }): Promise<RolesData> => {
    const { rolesPagination, usersStatistics } = await request(rolesOperation, {}, { signal });
    const members = usersStatistics.flatMap(({ group, count }) => (group === null ? [] : [[group, count] as const]));
    return { roles: rolesPagination.items, members: new Map(members) };
  },
});
