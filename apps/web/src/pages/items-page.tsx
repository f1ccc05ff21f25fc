import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, TableProperties } from "lucide-react";
import { useEffect } from "react";
import { ItemsList } from "../features/items/items-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { useCan, useContext } from "../shared/workspace/use-workspace.ts";
import { UnknownContext } from "./unknown-context.tsx";

const route = getRouteApi("/shell/contexts/$contextId");

export function ItemsPage() {
  const { contextId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const context = useContext(contextId);
  const canWrite = useCan("contexts", "write");
  useEffect(() => {
    if (context) document.title = `${context.name} · Platform`;
  }, [context]);

  if (!context) return <UnknownContext id={contextId} />;
  return (
    <div className="flex h-full flex-col">
      <header className="flex items-center justify-between gap-3 px-4 pt-4 pb-3">
        <div className="min-w-0">
          <h1 className="truncate text-lg font-semibold">{context.name}</h1>
          <p className="line-clamp-1 text-ink-soft">{context.description}</p>
        </div>
        <div className="flex shrink-0 gap-2">
          <Link
            to="/contexts/$contextId/schema"
            params={{ contextId }}
            aria-label="Fields"
            className={buttonClass("secondary")}
          >
            <TableProperties size={15} />
            <span className="hidden sm:inline">Fields</span>
          </Link>
          {canWrite && (
            <Link to="/contexts/$contextId/new" params={{ contextId }} className={buttonClass("primary")}>
              <Plus size={15} />
              New item
            </Link>
          )}
        </div>
      </header>
      <ItemsList
        key={contextId}
        context={context}
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </div>
  );
}
