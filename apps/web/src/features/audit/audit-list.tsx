import { Link } from "@tanstack/react-router";
import { humanise } from "../../shared/format/humanise.ts";
import { usePeopleNames } from "../../shared/people/use-people.ts";
import { Time } from "../../shared/ui/time.tsx";
import { useContexts } from "../../shared/workspace/use-workspace.ts";
import { actorName, thingOf, verbOf } from "./describe-entry.ts";
import type { AuditEntry } from "./queries.ts";

interface AuditListProps {
  readonly entries: readonly AuditEntry[];
  /** Whether it is all about one record, which then needs no name. */
  readonly isOneRecord?: boolean;
}

/** What happened, as sentences, newest first. */
export function AuditList({ entries, isOneRecord = false }: AuditListProps) {
  const contexts = useContexts();
  const nameOf = usePeopleNames(entries.map(({ userId }) => userId));
  return (
    <ol className="divide-y">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-baseline gap-3 px-4 py-2">
          <p className="min-w-0 flex-1">
            <span className="font-medium">{entry.userId ? nameOf(entry.userId) : actorName(entry)}</span>{" "}
            <span className="text-ink-soft">
              {verbOf(entry)} {!isOneRecord && <Target entry={entry} thing={thingOf(entry, contexts)} />}
              {entry.apiKeyId && " with an API key"}
            </span>
            {entry.fields.length > 0 && entry.action === "update" && (
              <span className="text-ink-faint"> · {entry.fields.map(fieldLabel).join(", ")}</span>
            )}
          </p>
          <span className="shrink-0 text-xs text-ink-faint">
            <Time value={entry.createdAt} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function fieldLabel(name: string): string {
  return name === "RBAC" ? "Rights" : humanise(name);
}

function Target({ entry, thing }: { readonly entry: AuditEntry; readonly thing: string }) {
  const isContext = useContexts().some(({ id }) => id === entry.resource);
  if (!isContext || !entry.recordId || entry.action === "remove") return <>{thing}</>;
  return (
    <Link
      to="/contexts/$contextId/items/$itemId"
      params={{ contextId: entry.resource, itemId: entry.recordId }}
      className="text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {thing}
    </Link>
  );
}
