import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquareText, Star } from "lucide-react";
import { useRemaining } from "../../shared/records/use-records.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { ListSearch } from "../../shared/ui/list-search.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { categoriesOf, filterPrompts, tagsOf } from "./filter-prompts.ts";
import type { PromptsSearch } from "./prompts-search.ts";
import { type ListedPrompt, type PromptsData, promptKind, promptsQuery } from "./queries.ts";
import { useToggleFavourite } from "./use-favourites.ts";

interface PromptListProps {
  readonly search: PromptsSearch;
  onSearch(search: PromptsSearch): void;
}

export function PromptList({ search, onSearch }: PromptListProps) {
  const query = useQuery(promptsQuery);
  return (
    <QueryView query={query}>
      {(data) =>
        data.prompts.length === 0 ? (
          <EmptyState icon={<MessageSquareText size={22} />} title="There are no prompts yet">
            Keep what works here, for yourself or for others, and find it again.
          </EmptyState>
        ) : (
          <>
            <Toolbar data={data} search={search} onSearch={onSearch} />
            <Prompts data={data} search={search} />
          </>
        )
      }
    </QueryView>
  );
}

function Toolbar({ data, search, onSearch }: PromptListProps & { readonly data: PromptsData }) {
  const { q: _q, category: _category, favourites: _favourites } = search;
  const categories = categoriesOf(data);
  const without = (name: keyof PromptsSearch) => {
    const { [name]: _removed, ...rest } = search;
    return rest;
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <ListSearch
        label="Search prompts"
        words={search.q ?? ""}
        onChange={(q) => onSearch(q ? { ...search, q } : without("q"))}
      />
      {categories.length > 0 && (
        <Select
          label="Category"
          width="w-44"
          value={search.category ?? ""}
          options={[
            { value: "", label: "All categories" },
            ...categories.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(category) => onSearch(category ? { ...search, category } : without("category"))}
        />
      )}
      <button
        type="button"
        aria-pressed={search.favourites ?? false}
        onClick={() => onSearch(search.favourites ? without("favourites") : { ...search, favourites: true })}
        className="inline-flex h-8 items-center gap-1.5 rounded-md border bg-raised px-3 text-ink-soft hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      >
        <Star size={14} aria-hidden="true" />
        Favourites
      </button>
    </div>
  );
}

function Prompts({ data, search }: { readonly data: PromptsData; readonly search: PromptsSearch }) {
  const remaining = useRemaining(promptKind);
  const shown = remaining(filterPrompts(data, search));
  if (shown.length === 0)
    return <EmptyState title="Nothing matches">No prompt you may see has all of this.</EmptyState>;
  return (
    <ul className="divide-y rounded-lg border bg-raised">
      {shown.map((prompt) => (
        <li key={prompt.id} className="flex items-start gap-3 px-4 py-3">
          <FavouriteButton prompt={prompt} favourite={data.favourites.get(prompt.id)} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-1.5">
              <Link to="/prompts/$promptId" params={{ promptId: prompt.id }} className="font-medium hover:underline">
                {prompt.name}
              </Link>
              {prompt.category && <Badge tone="accent">{prompt.category}</Badge>}
              {tagsOf(prompt).map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </p>
            <p className="line-clamp-2 text-ink-soft">{prompt.description || prompt.content}</p>
          </div>
          <CopyButton text={prompt.content} what="prompt" />
        </li>
      ))}
    </ul>
  );
}

function FavouriteButton({
  prompt,
  favourite,
}: {
  readonly prompt: ListedPrompt;
  readonly favourite: string | undefined;
}) {
  const toggle = useToggleFavourite();
  const isFavourite = favourite !== undefined;
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      aria-label={`Favourite: ${prompt.name}`}
      // A star that is just being stored has no id yet to take it back by.
      disabled={favourite === ""}
      onClick={() => toggle.mutate({ prompt, favourite })}
      className="mt-0.5 rounded p-0.5 text-ink-faint hover:text-ink"
    >
      <Star size={15} className={classNames(isFavourite && "fill-amber-400 text-amber-500")} />
    </button>
  );
}
