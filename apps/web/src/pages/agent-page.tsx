import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { AgentForm } from "../features/agents/agent-form.tsx";
import { agentKind, agentQuery } from "../features/agents/queries.ts";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/agents/$agentId");

const trail = <TrailLink to="/agents">Agents</TrailLink>;

export function AgentPage() {
  const { agentId } = route.useParams();
  const navigate = route.useNavigate();
  const canWrite = useCan("agents", "write");
  if (agentId !== "new") return <KnownAgent key={agentId} id={agentId} canWrite={canWrite} />;
  return (
    <Page title="New agent" width="narrow" trail={trail}>
      <AgentForm
        agent={undefined}
        canWrite={canWrite}
        onSaved={({ id }) =>
          void navigate({ to: "/agents/$agentId", params: { agentId: id }, replace: true, ignoreBlocker: true })
        }
      />
    </Page>
  );
}

function KnownAgent({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) {
  const query = useQuery(agentQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(agentKind);
  const save = useSaveRecord(agentKind);
  return (
    <RecordPage
      title="Agent"
      trail={trail}
      query={query}
      actions={
        <Link to="/agents/$agentId/chat" params={{ agentId: id }} className={buttonClass()}>
          <MessagesSquare size={14} />
          Chat
        </Link>
      }
      form={(agent) => <AgentForm agent={agent} canWrite={canWrite} />}
      canWrite={canWrite}
      onRemove={(agent) => {
        remove(agent);
        void navigate({ to: "/agents", ignoreBlocker: true });
      }}
      saving={save}
      onRights={({ name }, RBAC) => save.mutate({ id, input: { name, RBAC } })}
    />
  );
}
