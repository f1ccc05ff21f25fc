import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

/** As in a list. */
export interface ListedProject {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly updatedAt: string;
  readonly RBAC: Pick<Rights, "type">;
}

export interface Project extends ListedProject {
  readonly custom_instructions: string | null;
  readonly items: unknown;
  readonly RBAC: Rights;
}

export interface ProjectInput {
  readonly name: string;
  readonly description?: string | null;
  readonly custom_instructions?: string | null;
  readonly items?: unknown;
  readonly RBAC?: Rights;
}

const fields = `id name description custom_instructions items updatedAt ${rightsSelection}`;

export const projectsOperation = operation<{
  readonly projectsPagination: { readonly items: readonly ListedProject[] };
}>(`
  query Projects {
    projectsPagination(limit: 500, sort: { field: "name" }) { items { id name description updatedAt RBAC { type } } }
  }
`);

export const projectOperation = operation<{ readonly projectById: Project }, { readonly id: string }>(
  `query Project($id: ID!) { projectById(id: $id) { ${fields} } }`,
);

export const createProjectOperation = operation<
  { readonly result: { readonly item: Project } },
  { readonly input: ProjectInput }
>(`mutation CreateProject($input: projectsInput!) { result: projectsCreateOne(input: $input) { item { ${fields} } } }`);

export const updateProjectOperation = operation<
  { readonly result: { readonly item: Project } },
  { readonly id: string; readonly input: ProjectInput }
>(`
  mutation UpdateProject($id: ID!, $input: projectsInput!) {
    result: projectsUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }
`);

export const removeProjectOperation = operation<unknown, { readonly id: string }>(
  `mutation RemoveProject($id: ID!) { projectsRemoveOneById(id: $id) { id } }`,
);

export const projectsQuery = queryOptions({
  queryKey: ["projects", "list"],
  queryFn: async ({ signal }) => (await request(projectsOperation, {}, { signal })).projectsPagination.items,
});

export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ["projects", "one", id],
    queryFn: async ({ signal }) => (await request(projectOperation, { id }, { signal })).projectById,
  });

export const projectKind: RecordKind<Project, ProjectInput> = {
  key: ["projects"],
  required: ["name"],
  create: createProjectOperation,
  update: updateProjectOperation,
  remove: removeProjectOperation,
};
