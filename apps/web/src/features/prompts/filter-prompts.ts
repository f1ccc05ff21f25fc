import type { PromptsSearch } from "./prompts-search.ts";
import type { ListedPrompt, PromptsData } from "./queries.ts";

/** Favourites first, then by name. */
export function filterPrompts({ prompts, favourites }: PromptsData, search: PromptsSearch): readonly ListedPrompt[] {
  const wanted = (search.q ?? "").toLowerCase();
  const found = prompts.filter(
    (prompt) =>
      textOf(prompt).includes(wanted) &&
      (!search.category || prompt.category === search.category) &&
      (!search.favourites || favourites.has(prompt.id)),
  );
  const rank = ({ id }: ListedPrompt) => (favourites.has(id) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

export function tagsOf({ tags }: Pick<ListedPrompt, "tags">): readonly string[] {
  return Array.isArray(tags) ? tags.map(String) : [];
}

export function categoriesOf({ prompts }: PromptsData): readonly string[] {
  return [...new Set(prompts.flatMap(({ category }) => category ?? []))].sort();
}

function textOf(prompt: ListedPrompt): string {
  const { name, description, content, category } = prompt;
  return [name, description, content, category, ...tagsOf(prompt)].join(" ").toLowerCase();
}
