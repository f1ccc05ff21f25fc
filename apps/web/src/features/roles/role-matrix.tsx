import { useQuery } from "@tanstack/react-query";
import { Ellipsis, Pencil, ShieldCheck, Trash2 } from "lucide-react";
import { useState } from "react";
import { counted } from "../../shared/format/format-values.ts";
import { IconButton } from "../../shared/ui/button.tsx";
import { Menu, MenuItem } from "../../shared/ui/menu.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { ScrollArea } from "../../shared/ui/scroll-area.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import { permissions } from "../../shared/workspace/permissions.ts";
import { useMe } from "../../shared/workspace/use-workspace.ts";
import { type Role, type RolesData, rolesQuery } from "./queries.ts";
import { RoleNameDialog } from "./role-name-dialog.tsx";
import { useRemoveRole, useUpdateRole } from "./use-roles.ts";

const levels = [
  { value: "", label: "Nothing" },
  { value: "READ", label: "Read" },
  { value: "WRITE", label: "Write" },
] as const;

/** Who may do what: a column for each role, a row for each kind of thing. */
export function RoleMatrix() {
  const query = useQuery(rolesQuery);
  return (
    <QueryView query={query}>
      {(data) =>
        data.roles.length === 0 ? (
          <EmptyState icon={<ShieldCheck size={22} />} title="There are no roles yet">
            Until there are, only super admins can do anything.
          </EmptyState>
        ) : (
          <Matrix {...data} />
        )
      }
    </QueryView>
  );
}

function Matrix({ roles, members }: RolesData) {
  const { super_admin: canWrite } = useMe();
  const removed = useRemovedIds("roles");
  const update = useUpdateRole();
  const shown = roles.filter(({ id }) => !removed.has(id));
  return (
    <ScrollArea label="Permissions" className="relative rounded-lg border bg-raised">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b">
            <th
              scope="col"
              className="sticky left-0 z-10 min-w-36 bg-raised px-4 py-2 text-left text-xs font-medium text-ink-faint"
            >
              May use
            </th>
            {shown.map((role) => (
              <th key={role.id} scope="col" className="min-w-36 px-3 py-2 text-left">
                <RoleHead role={role} memberCount={members.get(role.id) ?? 0} canWrite={canWrite} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map(({ name, label, opens }) => (
            <tr key={name} className="border-b last:border-b-0">
              <th scope="row" className="sticky left-0 z-10 bg-raised px-4 py-2 text-left font-normal">
                <span className="block font-medium">{label}</span>
                <span className="hidden max-w-64 text-xs text-ink-faint sm:block">{opens}</span>
              </th>
              {shown.map((role) => (
                <td key={role.id} className="px-3 py-1.5">
                  <Select
                    size="small"
                    width="w-28"
                    label={`${label} for ${role.name}`}
                    disabled={!canWrite}
                    value={role[name] ?? ""}
                    options={levels}
                    onChange={(level) => update.mutate({ role, changes: { [name]: level || null } })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

interface RoleHeadProps {
  readonly role: Role;
  readonly memberCount: number;
  readonly canWrite: boolean;
}

function RoleHead({ role, memberCount, canWrite }: RoleHeadProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const update = useUpdateRole();
  const remove = useRemoveRole();
  return (
    <span className="flex items-start justify-between gap-1">
      <span className="min-w-0">
        <span className="block truncate font-semibold">{role.name}</span>
        <span className="block text-xs font-normal text-ink-faint">{counted(memberCount, "user")}</span>
      </span>
      {canWrite && (
        <Menu
          trigger={
            <IconButton label={`Actions for the role ${role.name}`}>
              <Ellipsis size={15} />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={14} />} onSelect={() => setIsRenaming(true)}>
            Rename
          </MenuItem>
          <MenuItem icon={<Trash2 size={14} />} isDanger onSelect={() => remove(role)}>
            Remove
          </MenuItem>
        </Menu>
      )}
      {isRenaming && (
        <RoleNameDialog
          title={`Rename ${role.name}`}
          initial={role.name}
          action="Rename"
          isBusy={false}
          error={null}
          onClose={() => setIsRenaming(false)}
          onSave={(name) => {
            update.mutate({ role, changes: { name } });
            setIsRenaming(false);
          }}
        />
      )}
    </span>
  );
}
