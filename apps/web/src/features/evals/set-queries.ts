import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

/** As in a list. */
export interface ListedSet {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Cases that it lists; others say themselves that they are of this set. */
  readonly test_case_ids: readonly string[] | null;
  readonly updatedAt: string;
}

export interface EvalSet extends ListedSet {
  readonly RBAC: Rights;
}

export type EvalSetInput = Pick<EvalSet, "name"> & Partial<Pick<EvalSet, "description" | "test_case_ids" | "RBAC">>;

const listed = "id name description test_case_ids updatedAt";
const fields = `${listed} ${rightsSelection}`;

export const evalSetsOperation = operation<{ readonly eval_setsPagination: { readonly items: readonly ListedSet[] } }>(
  `query EvalSets { eval_setsPagination(limit: 500, sort: { field: "name" }) { items { ${listed} } } }`,
);

export const evalSetOperation = operation<{ readonly eval_setById: EvalSet }, { readonly id: string }>(
  `query EvalSet($id: ID!) { eval_setById(id: $id) { ${fields} } }`,
);

export const createSetOperation = operation<
  { readonly result: { readonly item: EvalSet } },
  { readonly input: EvalSetInput }
>(
  `mutation CreateEvalSet($input: eval_setsInput!) { result: eval_setsCreateOne(input: $input) { item { ${fields} } } }`,
);

export const updateSetOperation = operation<
  { readonly result: { readonly item: EvalSet } },
  { readonly id: string; readonly input: EvalSetInput }
>(
  `mutation UpdateEvalSet($id: ID!, $input: eval_setsInput!) {
    result: eval_setsUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }`,
);

export const removeSetOperation = operation<unknown, { readonly id: string }>(
  "mutation RemoveEvalSet($id: ID!) { eval_setsRemoveOneById(id: $id) { id } }",
);

export const evalSetsQuery = queryOptions({
  queryKey: ["evals", "sets", "list"],
  queryFn: async ({ signal }) => (await request(evalSetsOperation, {}, { signal })).eval_setsPagination.items,
});

export const evalSetQuery = (id: string) =>
  queryOptions({
    queryKey: ["evals", "sets", "one", id],
    queryFn: async ({ signal }) => (await request(evalSetOperation, { id }, { signal })).eval_setById,
  });

export const setKind: RecordKind<EvalSet, EvalSetInput> = {
  key: ["evals", "sets"],
  required: ["name"],
  create: createSetOperation,
  update: updateSetOperation,
  remove: removeSetOperation,
};
