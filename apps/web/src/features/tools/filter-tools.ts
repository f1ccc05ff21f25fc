import type { Tool } from "./queries.ts";

export interface ToolGroup {
  readonly category: string;
  readonly tools: readonly Tool[];
}

/** The tools that have every word somewhere, by category. */
export function groupTools(tools: readonly Tool[], search: string): readonly ToolGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter(({ id, name, description, category }) => {
    const text = `${id} ${name} ${description} ${category}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = [...Map.groupBy(found, ({ category }) => category)];
  return groups
    .map(([category, members]) => ({ category, tools: members.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .toSorted((a, b) => a.category.localeCompare(b.category));
}
