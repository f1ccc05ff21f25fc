import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";
import type { RecordKind } from "../../shared/records/record-kind.ts";
import { type Rights, rightsSelection } from "../../shared/workspace/rights.ts";

/** As in a list; who may use it is asked for one at a time, since the platform counts every grant. */
export interface ListedPrompt {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly tags: unknown;
  readonly usage_count: number | null;
  readonly updatedAt: string;
}

export interface Prompt extends ListedPrompt {
  readonly RBAC: Rights;
}

export interface PromptInput {
  readonly name: string;
  readonly content: string;
  readonly description?: string | null;
  readonly category?: string | null;
  readonly tags?: readonly string[] | null;
  readonly RBAC?: Rights;
}

const listed = "id name content description category tags usage_count updatedAt";
const fields = `${listed} ${rightsSelection}`;

export const promptsOperation = operation<{
  readonly prompt_libraryPagination: { readonly items: readonly ListedPrompt[] };
  readonly prompt_favoritesPagination: { readonly items: readonly { readonly id: string; readonly prompt: string }[] };
}>(`
  query Prompts {
    prompt_libraryPagination(limit: 500, sort: { field: "name" }) { items { ${listed} } }
    prompt_favoritesPagination(limit: 500) { items { id prompt } }
  }
`);

export const promptOperation = operation<{ readonly prompt_library_itemById: Prompt }, { readonly id: string }>(
  `query Prompt($id: ID!) { prompt_library_itemById(id: $id) { ${fields} } }`,
);

export const createPromptOperation = operation<
  { readonly result: { readonly item: Prompt } },
  { readonly input: PromptInput }
>(`
  mutation CreatePrompt($input: prompt_libraryInput!) { result: prompt_libraryCreateOne(input: $input) { item { ${fields} } } }
`);

export const updatePromptOperation = operation<
  { readonly result: { readonly item: Prompt } },
  { readonly id: string; readonly input: PromptInput }
>(`
  mutation UpdatePrompt($id: ID!, $input: prompt_libraryInput!) {
    result: prompt_libraryUpdateOneById(id: $id, input: $input) { item { ${fields} } }
  }
`);

export const removePromptOperation = operation<unknown, { readonly id: string }>(
  `mutation RemovePrompt($id: ID!) { prompt_libraryRemoveOneById(id: $id) { id } }`,
);

export const addFavouriteOperation = operation<
  { readonly prompt_favoritesCreateOne: { readonly item: { readonly id: string } } },
  { readonly user: string; readonly prompt: string }
>(`
  mutation AddFavourite($user: String!, $prompt: String!) {
    prompt_favoritesCreateOne(input: { user: $user, prompt: $prompt }) { item { id } }
  }
`);

export const removeFavouriteOperation = operation<
  { readonly prompt_favoritesRemoveOneById: { readonly id: string } },
  { readonly id: string }
>(`mutation RemoveFavourite($id: ID!) { prompt_favoritesRemoveOneById(id: $id) { id } }`);

export interface PromptsData {
  readonly prompts: readonly ListedPrompt[];
  /** The id of the caller's favourite, by the id of its prompt. */
  readonly favourites: ReadonlyMap<string, string>;
}

export const promptsKey = ["prompts", "list"] as const;

export const promptsQuery = queryOptions({
  queryKey: promptsKey,
  queryFn: async ({ signal }): Promise<PromptsData> => {
    const data = await request(promptsOperation, {}, { signal });
    return {
      prompts: data.prompt_libraryPagination.items,
      favourites: new Map(data.prompt_favoritesPagination.items.map(({ id, prompt }) => [prompt, id])),
    };
  },
});

export const promptQuery = (id: string) =>
  queryOptions({
    queryKey: ["prompts", "one", id],
    queryFn: async ({ signal }) => (await request(promptOperation, { id }, { signal })).prompt_library_itemById,
  });

export const promptKind: RecordKind<Prompt, PromptInput> = {
  key: ["prompts"],
  required: ["name", "content"],
  create: createPromptOperation,
  update: updatePromptOperation,
  remove: removePromptOperation,
};
