import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Database, LockKeyhole } from "lucide-react";
import { counted } from "../../shared/format/format-values.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { itemCountsQuery } from "../../shared/workspace/count-queries.ts";
import { useContexts } from "../../shared/workspace/use-workspace.ts";

/** Every context, with how much is in it. */
export function ContextCards() {
  const contexts = useContexts();
  const { data: counts } = useQuery(itemCountsQuery(contexts));
  if (contexts.length === 0) {
    return (
      <EmptyState icon={<Database size={22} />} title="There are no contexts yet">
        Declare one in <code className="font-mono">platform.config.ts</code> and start the platform again.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {contexts.map((context) => (
        <li
          key={context.id}
          className="relative flex flex-col gap-2 rounded-lg border bg-raised p-4 transition-colors focus-within:border-accent hover:border-line-strong"
        >
          <div className="flex items-start justify-between gap-2">
            <h2 className="font-semibold">
              <Link
                to="/contexts/$contextId"
                params={{ contextId: context.id }}
                className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
              >
                {context.name}
              </Link>
            </h2>
            {context.rbac && (
              <Badge>
                <LockKeyhole size={11} aria-hidden="true" />
                rights per item
              </Badge>
            )}
          </div>
          <p className="line-clamp-2 flex-1 text-ink-soft">{context.description}</p>
          <div className="flex items-center justify-between text-xs text-ink-faint">
            <span>
              {counts ? counted(counts.get(context.id) ?? 0, "item") : "…"} · {counted(context.fields.length, "field")}
            </span>
            <Link
              to="/contexts/$contextId/schema"
              params={{ contextId: context.id }}
              className="relative rounded text-accent-ink hover:underline"
              aria-label={`Fields of ${context.name}`}
            >
              Fields
            </Link>
          </div>
        </li>
      ))}
    </ul>
  );
}
