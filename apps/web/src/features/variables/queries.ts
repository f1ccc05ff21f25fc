import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";

export interface Variable {
  readonly id: string;
  readonly name: string;
  readonly encrypted: boolean | null;
  readonly description: string | null;
  readonly updatedAt: string;
}

export interface VariableInput {
  readonly name: string;
  readonly value?: string;
  readonly encrypted?: boolean;
  readonly description?: string | null;
}

const fields = "id name encrypted description updatedAt";

export const variablesOperation = operation<{
  readonly variablesPagination: { readonly items: readonly Variable[] };
}>(`query Variables { variablesPagination(limit: 500, sort: { field: "name" }) { items { ${fields} } } }`);

export const createVariableOperation = operation<
  { readonly variablesCreateOne: { readonly item: Variable } },
  { readonly input: VariableInput }
>(`mutation CreateVariable($input: variablesInput!) { variablesCreateOne(input: $input) { item { ${fields} } } }`);

export const updateVariableOperation = operation<
  { readonly variablesUpdateOneById: { readonly item: Variable } },
  { readonly id: string; readonly input: VariableInput }
>(`
  mutation UpdateVariable($id: ID!, $input: variablesInput!) {
    variablesUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }
`);

export const removeVariableOperation = operation<
  { readonly variablesRemoveOneById: { readonly id: string } },
  { readonly id: string }
>(`mutation RemoveVariable($id: ID!) { variablesRemoveOneById(id: $id) { id } }`);

export const variablesQuery = queryOptions({
  queryKey: ["variables"],
  queryFn: async ({ signal }) => (await request(variablesOperation, {}, { signal })).variablesPagination.items,
});
