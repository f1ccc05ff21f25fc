import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type Agent, agentQuery } from "../features/agents/queries.ts";
import { ChatView } from "../features/chat/chat-view.tsx";
import { sessionsQuery } from "../features/chat/queries.ts";
import { SessionList } from "../features/chat/session-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";

const route = getRouteApi("/shell/agents/$agentId/chat");

const trail = <TrailLink to="/agents">Agents</TrailLink>;

export function ChatPage() {
  const { agentId } = route.useParams();
  const query = useQuery(agentQuery(agentId));
  return (
    <Page
      title={query.data?.name ?? "Agent"}
      width="full"
      trail={trail}
      description={query.data?.description}
      actions={
        <Link to="/agents/$agentId/chat" params={{ agentId }} search={{}} className={buttonClass()}>
          <Plus size={14} />
          New conversation
        </Link>
      }
    >
      <QueryView query={query}>{(agent) => <Conversations key={agentId} agent={agent} />}</QueryView>
    </Page>
  );
}

function Conversations({ agent }: { readonly agent: Agent }) {
  const { session } = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  return (
    <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="max-h-40 overflow-y-auto lg:max-h-none">
        <SessionList agent={agent.id} session={session} onRemoved={() => void navigate({ search: {} })} />
      </aside>
      <ChatView
        agent={agent}
        session={session}
        onBegin={(id) => void navigate({ search: { session: id }, replace: true })}
        onAnswer={() => void client.invalidateQueries({ queryKey: sessionsQuery(agent.id).queryKey })}
      />
    </div>
  );
}
