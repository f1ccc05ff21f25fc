import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Ban, CircleCheck, Ellipsis, Pencil, Trash2, Users } from "lucide-react";
import { useRoleNames } from "../../shared/people/use-people.ts";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { IconButton } from "../../shared/ui/button.tsx";
import { Menu, MenuItem } from "../../shared/ui/menu.tsx";
import type { OpenSearch } from "../../shared/ui/open-search.ts";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import { useCan, useMe } from "../../shared/workspace/use-workspace.ts";
import { type User, usersQuery } from "./queries.ts";
import { useRemoveUser, useSetStatus } from "./use-users.ts";

interface UsersTableProps {
  readonly search: OpenSearch;
  onSearch(search: OpenSearch): void;
}

export function UsersTable({ search, onSearch }: UsersTableProps) {
  const query = useQuery(usersQuery(search.q ?? "", search.page ?? 1));
  const removed = useRemovedIds("users");
  const roleOf = useRoleNames();
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) =>
        items.length === 0 ? (
          <EmptyState icon={<Users size={22} />} title="Nobody matches">
            No user has this in their name or address.
          </EmptyState>
        ) : (
          <>
            <SimpleTable
              label="Users"
              rows={items.filter(({ id }) => !removed.has(id))}
              idOf={({ id }) => id}
              isFaded={({ status }) => status === "SUSPENDED"}
              columns={[
                { label: "Name", render: (user) => <NameCell user={user} search={search} /> },
                {
                  label: "Role",
                  render: ({ role }) => (role ? roleOf(role) : <span className="text-ink-faint">none</span>),
                },
                { label: "Status", render: (user) => <StatusBadges user={user} /> },
                { label: "Added", render: ({ createdAt }) => <Time value={createdAt} /> },
                {
                  label: "Actions",
                  isLabelHidden: true,
                  className: "w-12 text-right",
                  render: (user) => <UserMenu user={user} onEdit={() => onSearch({ ...search, open: user.id })} />,
                },
              ]}
            />
            <Pager info={pageInfo} noun="user" onPage={(page) => onSearch({ ...search, page })} />
          </>
        )
      }
    </QueryView>
  );
}

function NameCell({ user, search }: { readonly user: User; readonly search: OpenSearch }) {
  return (
    <>
      <Link to="/users" search={{ ...search, open: user.id }} className="font-medium hover:underline">
        {user.name || user.email}
      </Link>
      {user.name && <span className="block text-xs text-ink-faint">{user.email}</span>}
    </>
  );
}

function StatusBadges({ user }: { readonly user: User }) {
  return (
    <span className="flex gap-1">
      {user.status === "SUSPENDED" ? <Badge tone="danger">suspended</Badge> : <Badge tone="good">active</Badge>}
      {user.super_admin && <Badge tone="accent">super admin</Badge>}
      {user.type === "API" && <Badge>program</Badge>}
    </span>
  );
}

function UserMenu({ user, onEdit }: { readonly user: User; onEdit(): void }) {
  const me = useMe();
  const canWrite = useCan("users", "write");
  const setStatus = useSetStatus();
  const remove = useRemoveUser();
  const isSelf = user.id === me.id;
  if (!canWrite) return null;
  const isSuspended = user.status === "SUSPENDED";
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${user.name || user.email}`}>
          <Ellipsis size={15} />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil size={14} />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem
        icon={isSuspended ? <CircleCheck size={14} /> : <Ban size={14} />}
        disabled={isSelf}
        onSelect={() => setStatus.mutate({ user, status: isSuspended ? "ACTIVE" : "SUSPENDED" })}
      >
        {isSuspended ? "Let in again" : "Suspend"}
      </MenuItem>
      {me.super_admin && (
        <MenuItem icon={<Trash2 size={14} />} isDanger disabled={isSelf} onSelect={() => remove(user)}>
          Remove
        </MenuItem>
      )}
    </Menu>
  );
}
