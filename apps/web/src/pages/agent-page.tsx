import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MessagesSquare, Trash2 } from "lucide-react";
import { AgentForm } from "../features/agents/agent-form.tsx";
import { type Agent, agentQuery } from "../features/agents/queries.ts";
import { useRemoveAgent, useSaveAgent } from "../features/agents/use-agents.ts";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { Button, buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";

const route = getRouteApi("/shell/agents/$agentId");

const trail = (
  <Link to="/agents" className="hover:text-ink">
    Agents
  </Link>
);

export function AgentPage() {
  const { agentId } = route.useParams();
  const navigate = route.useNavigate();
  if (agentId !== "new") return <KnownAgent key={agentId} id={agentId} />;
  return (
    <Page title="New agent" width="narrow" trail={trail}>
      <AgentForm
        agent={undefined}
        onSaved={({ id }) => void navigate({ to: "/agents/$agentId", params: { agentId: id }, replace: true })}
      />
    </Page>
  );
}

function KnownAgent({ id }: { readonly id: string }) {
  const query = useQuery(agentQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveAgent();
  const onRemove = async (agent: Agent) => {
    remove(agent);
    await navigate({ to: "/agents" });
  };
  return (
    <Page
      title={query.data?.name ?? "Agent"}
      width="narrow"
      trail={trail}
      actions={
        query.data && (
          <>
            <Link to="/agents/$agentId/chat" params={{ agentId: id }} className={buttonClass()}>
              <MessagesSquare size={14} />
              Chat
            </Link>
            <Button look="danger" onClick={() => query.data && void onRemove(query.data)}>
              <Trash2 size={14} />
              Delete
            </Button>
          </>
        )
      }
    >
      <QueryView query={query}>
        {(agent) => (
          <div className="grid gap-8">
            <AgentForm agent={agent} onSaved={() => undefined} />
            <AgentRights agent={agent} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function AgentRights({ agent: { id, name, RBAC } }: { readonly agent: Agent }) {
  const save = useSaveAgent();
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">Who may use it</h2>
      <RightsEditor
        key={JSON.stringify(RBAC)}
        rights={RBAC}
        canWrite
        isBusy={save.isPending}
        error={save.error}
        onSave={(rights) => save.mutate({ id, input: { name, RBAC: rights } })}
      />
    </section>
  );
}
