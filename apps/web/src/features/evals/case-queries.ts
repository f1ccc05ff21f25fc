import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import type { PageInfo } from "../../shared/table/pager.tsx";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";
import type { ListedSet } from "./set-queries.ts";

/** As in a list. */
export interface ListedCase {
  readonly id: string;
  readonly name: string;
  /** A text, or a list of messages. */
  readonly inputs: unknown;
  readonly expected_output: string;
  readonly eval_set_id: string | null;
}

export interface TestCase extends ListedCase {
  readonly description: string | null;
  readonly expected_tools: readonly string[] | null;
  readonly expected_agent_tools: readonly string[] | null;
  readonly expected_knowledge_sources: readonly string[] | null;
  readonly RBAC: Rights;
}

/** What must be part of every change. */
export type RequiredOfCase = Pick<TestCase, "name" | "inputs" | "expected_output">;
export type TestCaseInput = RequiredOfCase & Partial<Omit<TestCase, "id" | keyof RequiredOfCase>>;

const listed = "id name inputs expected_output eval_set_id";
const fields = `${listed} description expected_tools expected_agent_tools expected_knowledge_sources ${rightsSelection}`;

export const testCasesOperation = operation<
  { readonly test_casesPagination: { readonly items: readonly ListedCase[]; readonly pageInfo: PageInfo } },
  { readonly limit: number; readonly page: number; readonly filters: readonly object[] }
>(`
  query TestCases($limit: Int, $page: Int, $filters: [FilterTest_cases]) {
    test_casesPagination(limit: $limit, page: $page, filters: $filters, sort: { field: "name" }) {
      items { ${listed} }
      pageInfo { pageCount itemCount currentPage }
    }
  }
`);

export const testCaseOperation = operation<{ readonly test_caseById: TestCase }, { readonly id: string }>(
  `query TestCase($id: ID!) { test_caseById(id: $id) { ${fields} } }`,
);

export const createCaseOperation = operation<
  { readonly result: { readonly item: TestCase } },
  { readonly input: TestCaseInput }
>(
  `mutation CreateTestCase($input: test_casesInput!) { result: test_casesCreateOne(input: $input) { item { ${fields} } } }`,
);

export const updateCaseOperation = operation<
  { readonly result: { readonly item: TestCase } },
  { readonly id: string; readonly input: TestCaseInput }
>(
  `mutation UpdateTestCase($id: ID!, $input: test_casesInput!) {
    result: test_casesUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }`,
);

export const removeCaseOperation = operation<unknown, { readonly id: string }>(
  "mutation RemoveTestCase($id: ID!) { test_casesRemoveOneById(id: $id) { id } }",
);

export interface CasesView {
  /** Only the cases of this set. */
  readonly set?: ListedSet | undefined;
  readonly words?: string | undefined;
  readonly page?: number | undefined;
  /** Default 25. */
  readonly limit?: number;
}

export const testCasesQuery = ({ set, words = "", page = 1, limit = 25 }: CasesView) => {
  const filters = [...(set ? [ofSet(set)] : []), ...(words ? [withWords(words)] : [])];
  return queryOptions({
    queryKey: ["evals", "cases", "list", filters, page, limit],
    queryFn: async ({ signal }) =>
      (await request(testCasesOperation, { limit, page, filters }, { signal })).test_casesPagination,
    placeholderData: keepPreviousData,
  });
};

/** Those that say they are of the set, and those that the set lists. */
function ofSet({ id, test_case_ids: listedIds }: ListedSet): object {
  const own = { eval_set_id: { eq: id } };
  return listedIds && listedIds.length > 0 ? { or: [own, { id: { in: listedIds } }] } : own;
}

function withWords(words: string): object {
  return { or: [{ name: { contains: words } }, { expected_output: { contains: words } }] };
}

export const testCaseQuery = (id: string) =>
  queryOptions({
    queryKey: ["evals", "cases", "one", id],
    queryFn: async ({ signal }) => (await request(testCaseOperation, { id }, { signal })).test_caseById,
  });

export const caseKind: RecordKind<TestCase, TestCaseInput> = {
  key: ["evals", "cases"],
  required: ["name", "inputs", "expected_output"],
  create: createCaseOperation,
  update: updateCaseOperation,
  remove: removeCaseOperation,
};
