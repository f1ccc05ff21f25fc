import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { VariableSheet } from "../features/variables/variable-sheet.tsx";
import { VariablesTable } from "../features/variables/variables-table.tsx";
import { Button } from "../shared/ui/button.tsx";
import { ListSearch } from "../shared/ui/list-search.tsx";
import { Page } from "../shared/ui/page.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/variables");

export function VariablesPage() {
  const { open, q } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan("variables", "write");
  return (
    <Page
      title="Variables"
      description="Values that tools look up by name. What is stored is never shown again."
      actions={
        canWrite && (
          <Button look="primary" onClick={() => void navigate({ search: { open: "new" } })}>
            <Plus size={15} />
            New variable
          </Button>
        )
      }
    >
      <div className="mb-3">
        <ListSearch
          label="Search variables"
          words={q ?? ""}
          onChange={(words) => void navigate({ search: words ? { q: words } : {}, replace: true })}
        />
      </div>
      <VariablesTable words={q ?? ""} />
      {open && <VariableSheet key={open} open={open} onClose={() => void navigate({ search: q ? { q } : {} })} />}
    </Page>
  );
}
