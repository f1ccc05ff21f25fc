import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { WorkflowList } from "../features/workflows/workflow-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

export function WorkflowsPage() {
  const canWrite = useCan("workflows", "write");
  return (
    <Page
      title="Workflows"
      description="Steps that an agent goes through, with the rights of whoever runs them."
      actions={
        canWrite && (
          <Link to="/workflows/$workflowId" params={{ workflowId: "new" }} className={buttonClass("primary")}>
            <Plus size={15} />
            New workflow
          </Link>
        )
      }
    >
      <WorkflowList />
    </Page>
  );
}
