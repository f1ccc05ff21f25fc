import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { AgentList } from "../features/agents/agent-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

export function AgentsPage() {
  const canWrite = useCan("agents", "write");
  return (
    <Page
      title="Agents"
      description="They answer from your data and act through tools, with the rights of whoever asks."
      actions={
        canWrite && (
          <Link to="/agents/$agentId" params={{ agentId: "new" }} className={buttonClass("primary")}>
            <Plus size={15} />
            New agent
          </Link>
        )
      }
    >
      <AgentList />
    </Page>
  );
}
