import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { UserSheet } from "../features/users/user-sheet.tsx";
import { UsersTable } from "../features/users/users-table.tsx";
import { Button } from "../shared/ui/button.tsx";
import { ListSearch } from "../shared/ui/list-search.tsx";
import type { OpenSearch } from "../shared/ui/open-search.ts";
import { Page } from "../shared/ui/page.tsx";
import { useMe } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/users");

export function UsersPage() {
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { open, q, ...rest } = search;
  const show = (next: OpenSearch) => void navigate({ search: next });
  return (
    <Page
      title="Users"
      description="Who can sign in, and what they may do."
      actions={
        me.super_admin && (
          <Button look="primary" onClick={() => show({ ...search, open: "new" })}>
            <Plus size={15} />
            Add a user
          </Button>
        )
      }
    >
      <div className="mb-3">
        <ListSearch
          label="Search users"
          words={q ?? ""}
          onChange={(words) => void navigate({ search: words ? { q: words } : {}, replace: true })}
        />
      </div>
      <UsersTable search={search} onSearch={show} />
      {open && <UserSheet key={open} open={open} onClose={() => show({ ...(q && { q }), ...rest })} />}
    </Page>
  );
}
