import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { humanise } from "../../shared/format/humanise.ts";
import { PeoplePicker } from "../../shared/people/people-picker.tsx";
import { shortId, usePeopleNames } from "../../shared/people/use-people.ts";
import { Pager } from "../../shared/table/pager.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { useContexts } from "../../shared/workspace/use-workspace.ts";
import { AuditList } from "./audit-list.tsx";
import type { AuditSearch } from "./audit-search.ts";
import { auditQuery } from "./queries.ts";

const coreTypes = [
  "users",
  "roles",
  "apiKeys",
  "variables",
  "projects",
  "prompt_library",
  "prompt_favorites",
  "agents",
  "test_cases",
  "eval_sets",
  "eval_runs",
];
const entriesPerPage = 50;

interface AuditLogProps {
  readonly search: AuditSearch;
  onSearch(search: AuditSearch): void;
}

export function AuditLog({ search, onSearch }: AuditLogProps) {
  const contexts = useContexts();
  const nameOf = usePeopleNames([search.user ?? null]);
  const { resource, record, user, page = 1 } = search;
  const filter = { resource, recordId: record, userId: user };
  const query = useQuery(auditQuery(filter, { limit: entriesPerPage, page }));

  const change = (changes: { [Name in keyof AuditSearch]: AuditSearch[Name] | undefined }) => {
    const next = Object.entries({ ...search, page: undefined, ...changes }).filter(([, value]) => value !== undefined);
    onSearch(Object.fromEntries(next));
  };
  const resources = [
    { value: "", label: "Everything" },
    ...contexts.map(({ id, name }) => ({ value: id, label: name })),
    ...coreTypes.map((name) => ({ value: name, label: humanise(name) })),
  ];
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Select
          label="What was changed"
          width="w-48"
          value={resource ?? ""}
          options={resources}
          onChange={(value) => change({ resource: value || undefined })}
        />
        {user ? (
          <Chip label={`By ${nameOf(user)}`} onRemove={() => change({ user: undefined })} />
        ) : (
          <div className="w-56">
            <PeoplePicker label="By anybody" hasRoles={false} onPick={({ id }) => change({ user: id })} />
          </div>
        )}
        {record && <Chip label={`Record ${shortId(record)}`} onRemove={() => change({ record: undefined })} />}
      </div>
      <QueryView query={query}>
        {({ items, pageInfo }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing is on record">Changes appear here as soon as they are made.</EmptyState>
          ) : (
            <>
              <div className="rounded-lg border bg-raised">
                <AuditList entries={items} />
              </div>
              <Pager info={pageInfo} noun="entry" plural="entries" onPage={(next) => change({ page: next })} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function Chip({ label, onRemove }: { readonly label: string; onRemove(): void }) {
  return (
    <span className="inline-flex h-8 items-center gap-1 rounded-md border bg-raised pl-2.5 text-sm">
      {label}
      <button
        type="button"
        aria-label={`Remove the filter ${label}`}
        className="flex h-full items-center rounded-r-md px-2 text-ink-faint hover:bg-hover hover:text-ink"
        onClick={onRemove}
      >
        <X size={13} />
      </button>
    </span>
  );
}
