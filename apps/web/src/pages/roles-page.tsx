import { Plus } from "lucide-react";
import { useState } from "react";
import { RoleMatrix } from "../features/roles/role-matrix.tsx";
import { NewRoleDialog } from "../features/roles/role-name-dialog.tsx";
import { Button } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { useMe } from "../shared/workspace/use-workspace.ts";

export function RolesPage() {
  const me = useMe();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title="Roles"
      description="What each role may do. Writing includes reading; a change takes effect at once."
      actions={
        me.super_admin && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <Plus size={15} />
            New role
          </Button>
        )
      }
    >
      <RoleMatrix />
      {isAdding && <NewRoleDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
