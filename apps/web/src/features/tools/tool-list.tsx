import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Wrench } from "lucide-react";
import { humanise } from "../../shared/format/humanise.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { ListSearch } from "../../shared/ui/list-search.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { groupTools } from "./filter-tools.ts";
import { type Tool, toolsQuery } from "./queries.ts";
import { toolKind } from "./tool-kinds.ts";

interface ToolListProps {
  readonly words: string;
  onWords(words: string): void;
}

export function ToolList({ words, onWords }: ToolListProps) {
  const query = useQuery(toolsQuery);
  return (
    <QueryView query={query}>
      {(tools) =>
        tools.length === 0 ? (
          <EmptyState icon={<Wrench size={22} />} title="There are no tools yet">
            A context that can be searched brings one of its own; others are declared in the deployment.
          </EmptyState>
        ) : (
          <>
            <div className="mb-4">
              <ListSearch label="Search tools" words={words} onChange={onWords} />
            </div>
            <ToolGroups tools={tools} words={words} />
          </>
        )
      }
    </QueryView>
  );
}

function ToolGroups({ tools, words }: { readonly tools: readonly Tool[]; readonly words: string }) {
  const groups = groupTools(tools, words);
  if (groups.length === 0) return <EmptyState title="No tool has these words">Try fewer of them.</EmptyState>;
  return (
    <div className="grid gap-6">
      {groups.map(({ category, tools: members }) => (
        <section key={category} aria-label={humanise(category)}>
          <h2 className="mb-2 font-semibold break-words">{humanise(category)}</h2>
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {members.map((tool) => (
              <li key={tool.id}>
                <Link
                  to="/tools/$toolId"
                  params={{ toolId: tool.id }}
                  className="flex h-full flex-col gap-1 rounded-lg border bg-raised p-4 hover:border-line-strong"
                >
                  <span className="flex items-start justify-between gap-2">
                    <span className="min-w-0 font-semibold break-words">{tool.name}</span>
                    <Badge>{toolKind(tool.type)}</Badge>
                  </span>
                  <span className="line-clamp-3 text-ink-soft break-words">{tool.description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
